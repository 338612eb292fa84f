import { textTable } from "../optimize/text_table.ts";
import type { RunProfile } from "./run_profile.ts";

/** Number of files that the table of files shows. */
const FILES = 20;

/** Address of the repository, which begins the addresses of its files. */
const ROOT = new URL("../../", import.meta.url).href;

/** Returns the profile of a run as two tables: its phases, and the files in which its threads were busy longest. */
export function profileText(title: string, { phasesMs, threads }: RunProfile): string {
  const whole = Object.values(phasesMs).reduce((sum, ms) => sum + ms, 0);
  const times = new Map<string, number>();
  for (const [file, ms] of threads.flatMap((thread) => Object.entries(thread.times))) {
    times.set(file, (times.get(file) ?? 0) + ms);
  }
  const busiest = [...times].sort(([, a], [, b]) => b - a);
  const busy = busiest.reduce((sum, [, ms]) => sum + ms, 0);
  return `${title}: ${whole.toFixed(0)} ms, ${busy.toFixed(0)} ms of processor time in ${threads.length} threads\n\n` +
    table("phase", Object.entries(phasesMs), whole) + "\n" +
    table("file", busiest.slice(0, FILES).map(([file, ms]) => [shown(file), ms]), busy) + "\n";
}

function table(head: string, rows: readonly (readonly [string, number])[], whole: number): string {
  return textTable([
    [head, "ms", "share"],
    ...rows.map(([name, ms]) => [name, ms.toFixed(1), `${(100 * ms / whole).toFixed(1)} %`]),
  ]);
}

function shown(file: string): string {
  const { pathname, protocol } = URL.parse(file) ?? { pathname: file, protocol: "" };
  if (file.startsWith(ROOT)) return file.slice(ROOT.length);
  if (protocol === "file:") return pathname.replace(/^.*\/node_modules\//, "").replace(/^.*\/npm\/[^/]+\//, "");
  return file.startsWith("wasm:") ? "the numeric core and the conic solver (WebAssembly)" : file;
}
