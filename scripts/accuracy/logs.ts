/** Default log path of each accuracy command. The tables of the accuracy document are made from these logs. */
export const LOGS = {
  programs: ".data/accuracy/judgements.jsonl",
  narrow: ".data/accuracy/narrow.jsonl",
  panel: ".data/accuracy/panel.jsonl",
  hostile: ".data/accuracy/hostile.jsonl",
  cesarone: ".data/accuracy/cesarone.jsonl",
  laws: ".data/accuracy/laws.jsonl",
} as const;

/** Source folders that decide the answers of the optimiser. A change in them makes a log of results stale. */
export const ENGINE: readonly string[] = ["src", "wasm", "solver/pkg"];
