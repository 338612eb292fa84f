import type { Affine } from "./affine.ts";

/** Whether a variable occurs in any of the rows. */
export function isIn(rows: Affine, variable: number): boolean {
  const among = Uint32Array.of(variable);
  let found = false;
  for (let i = 0; i < rows.length && !found; i++) rows.forEachTerm(i, (column) => found ||= column === variable, among);
  return found;
}
