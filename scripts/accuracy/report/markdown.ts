import type { LogHeader } from "../result_log.ts";

/**
 * Returns rows of cells as a Markdown table. The first row is the header; the first column is aligned left, the others
 * right.
 */
export function markdownTable([head, ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  return [line(head), `|---${"|--:".repeat(head.length - 1)}|`, ...rows.map(line)].join("\n");
}

/** Returns the sentence that names the commit and the digest of the source files from which a log was made. */
export function madeBy({ commit, sources }: LogHeader): string {
  const from = commit === null ? "outside a clone" : `from commit ${commit.slice(0, 12)}`;
  return `Made ${from}, of sources with the digest ${sources.slice(0, 12)}.`;
}

/** Returns a number with commas between the thousands. */
export function counted(count: number): string {
  return count.toLocaleString("en-US");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}
