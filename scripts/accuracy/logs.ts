/** Where the parts of the task leave their logs if they are not told otherwise, and where their tables are made of. */
export const LOGS = {
  programs: ".data/accuracy/judgements.jsonl",
  narrow: ".data/accuracy/narrow.jsonl",
  panel: ".data/accuracy/panel.jsonl",
  hostile: ".data/accuracy/hostile.jsonl",
  cesarone: ".data/accuracy/cesarone.jsonl",
  laws: ".data/accuracy/laws.jsonl",
} as const;

/** What decides an answer of the engine. */
export const ENGINE: readonly string[] = ["src", "wasm", "solver/pkg"];
