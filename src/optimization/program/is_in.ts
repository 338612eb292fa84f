import type { Affine } from "./affine.ts";

/** Whether any of some rows has a variable. */
export function isIn(rows: Affine, variable: number): boolean {
  const among = Uint32Array.of(variable);
  let found = false;
  for (let i = 0; i < rows.length && !found; i++) rows.forEachTerm(i, (column) => found ||= column === variable, among);
  return found;
}
