import { maximumNorm } from "../../domain/matrix.ts";
import type { Affine, Program } from "../program/program.ts";
import { meetRows } from "./meet_rows.ts";
import { STRAY } from "../program/rounding.ts";

/**
 * Returns a nearby direction along which rows that nearly vanish are 0 to rounding. The rows must have no constants.
 * Entries near 0 become 0. The change is the least one, relative to the entries. Returns the direction itself if that
 * takes too much work.
 */
export function straighten({ rows }: Pick<Program, "rows">, direction: Float64Array): Float64Array {
  const size = maximumNorm(direction);
  const d = direction.map((entry) => Math.abs(entry) <= STRAY * size ? 0 : entry);
  return meetRows(rows, d, { rows: vanishingRows(rows, direction), stretch: d.map(Math.abs) }) ?? direction;
}

function vanishingRows(rows: Affine, direction: Float64Array): readonly number[] {
  const vanishing: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    let sum = 0, terms = 0;
    rows.forEachTerm(i, (column, value) => {
      sum += value * direction[column];
      terms += Math.abs(value * direction[column]);
    });
    if (Math.abs(sum) <= STRAY * terms) vanishing.push(i);
  }
  return vanishing;
}
