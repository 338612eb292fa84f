import type { Affine } from "./affine.ts";
import { type Block, type Hinges, NO_HINGES } from "./program.ts";

/** The owner of a row that belongs to no hinge. */
const NOBODY = -1;

/**
 * Selects the hinges among pairs of a variable u and a row u - a. A hinge variable occurs in no other rows, except with
 * a negative coefficient in inequalities that limit it from above. At an optimum u then equals the larger of its lower
 * bound and a.
 */
export function hingesAmong(
  { variable, row }: { readonly variable: readonly number[]; readonly row: readonly number[] },
  rows: Affine,
  blocks: readonly Block[],
): Hinges {
  if (variable.length === 0) return NO_HINGES;
  const isKept = new Uint8Array(1 + variable.reduce((most, u) => Math.max(most, u), 0));
  const ownerOf = new Int32Array(rows.length).fill(NOBODY);
  for (let h = 0; h < row.length; h++) {
    isKept[variable[h]] = 1;
    ownerOf[row[h]] = variable[h];
  }
  const among = placesOfOnes(isKept);
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
  const isPair = new Uint8Array(row.length);
  for (let h = 0; h < row.length; h++) isPair[h] = isKept[variable[h]];
  const pairs = placesOfOnes(isPair);
  return {
    variable: pairs.map((h) => variable[h]),
    row: pairs.map((h) => row[h]),
    limits: Uint32Array.from(new Set(limited.flatMap(({ row, column }) => isKept[column] ? [row] : []))).sort(),
  };
}

/** The places of the entries that are 1, ascending. */
function placesOfOnes(entries: Uint8Array): Uint32Array {
  const places = new Uint32Array(entries.length);
  let count = 0;
  for (let i = 0; i < entries.length; i++) if (entries[i] === 1) places[count++] = i;
  return places.slice(0, count);
}
