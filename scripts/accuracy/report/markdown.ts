import type { LogHeader } from "../result_log.ts";

/** Rows as a table, the first to the left and the rest to the right; the first row is the head. */
export function markdownTable([head, ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  return [line(head), `|---${"|--:".repeat(head.length - 1)}|`, ...rows.map(line)].join("\n");
}

/** From which commit and sources a log was made. */
export function madeBy({ commit, sources }: LogHeader): string {
  const from = commit === null ? "outside a clone" : `from commit ${commit.slice(0, 12)}`;
  return `Made ${from}, of sources with the digest ${sources.slice(0, 12)}.`;
}

/** A number with commas between thousands. */
export function counted(count: number): string {
  return count.toLocaleString("en-US");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}
