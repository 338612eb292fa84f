import type { Affine } from "./affine.ts";
import { type Block, type Hinges, NO_HINGES } from "./program.ts";

/** In place of the variable of a row that defines none. */
const NOBODY = -1;

/** Of pairs of a variable and a row those whose variable is in no other rows than limits on it: a may be put for u. */
export function hingesAmong(
  { variable, row }: { readonly variable: readonly number[]; readonly row: readonly number[] },
  rows: Affine,
  blocks: readonly Block[],
): Hinges {
  if (variable.length === 0) return NO_HINGES;
  const among = Uint32Array.from(new Set(variable)).sort();
  const isKept = new Uint8Array(among[among.length - 1] + 1), ownerOf = new Int32Array(rows.length).fill(NOBODY);
  for (let h = 0; h < row.length; h++) {
    isKept[variable[h]] = 1;
    ownerOf[row[h]] = variable[h];
  }
  const limited: { readonly row: number; readonly column: number }[] = [];
  for (const { cone, firstRow, rows: count } of blocks) {
    const isLimiting = cone.isLinear && !cone.isEquality;
    for (let i = firstRow; i < firstRow + count; i++) {
      rows.forEachTerm(i, (column, value) => {
        if (column === ownerOf[i] || !isKept[column]) return;
        if (ownerOf[i] !== NOBODY || !isLimiting || value > 0) isKept[column] = 0;
        else limited.push({ row: i, column });
      }, among);
    }
  }
  const pairs = Array.from(row.keys()).filter((h) => isKept[variable[h]]);
  return {
    variable: Uint32Array.from(pairs, (h) => variable[h]),
    row: Uint32Array.from(pairs, (h) => row[h]),
    limits: Uint32Array.from(new Set(limited.flatMap(({ row, column }) => isKept[column] ? [row] : []))).sort(),
  };
}
