import { dot } from "../../domain/matrix.ts";
import type { Program } from "../program/program.ts";
import { certify } from "../certify/certify.ts";
import { type Point, settled } from "../program/point.ts";
import { meetsNoLimit, withoutConstants } from "./find_ray.ts";
import { PROOF } from "../certify/proof.ts";
import { restoreOptimum } from "../refine/restore_optimum.ts";
import { straighten } from "../refine/straighten.ts";
import { withoutBlocks } from "../program/without_blocks.ts";

/** How many times as far as a point itself others may lie that its multipliers are to speak of. */
const FARTHEST = 1e3;

/**
 * Whether a homogenised program is best where its scale is 0: the direction of a point with a scale near that meets no
 * limit to rounding, and the multipliers of the point prove it, at the one row that has a constant, the best of all up
 * to a thousand times as far. Of the variables that it is a multiple of ever larger ones are better then.
 */
export function recedes(program: Program, point: Point): boolean {
  const row = unevenRow(program);
  if (row === null) return false;
  const restored = restoreOptimum(program, point);
  return recedesAt(program, row, point) || (restored !== null && recedesAt(program, row, restored));
}

function recedesAt(program: Program, row: UnevenRow, { x, z }: Point): boolean {
  const { block, slope, constant } = row, limits = withoutBlocks(program, [block]);
  const start = x.slice();
  program.scale.forEachTerm(0, (column) => start[column] = 0);
  const { x: d } = settled(program, { x: straighten({ rows: withoutConstants(limits.rows) }, start), z });
  const size = d.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0), along = dot(slope, d);
  if (!(size > 0 && along > 0) || !meetsNoLimit(limits, d.map((entry) => entry / size))) return false;
  const y = d.map((entry) => -constant / along * entry);
  const reach = FARTHEST * size * -constant / along;
  const within = {
    ...program,
    lower: program.lower.map((low) => Math.max(low, -reach)),
    upper: program.upper.map((high) => Math.min(high, reach)),
  };
  return certify(within, { x: y, z }, x).gap <= PROOF.gap;
}

/** A row a'x + c ≥ 0, c < 0, and the block that it is. */
interface UnevenRow {
  readonly block: number;
  readonly slope: Float64Array;
  readonly constant: number;
}

/** The row that alone has a constant; null where others have one. */
function unevenRow({ blocks, rows, size }: Program): UnevenRow | null {
  const uneven = Array.from(rows.constant.keys()).filter((row) => rows.constant[row] !== 0);
  if (uneven.length !== 1) return null;
  const [row] = uneven;
  const block = blocks.findIndex(({ firstRow, rows: count }) => firstRow === row && count === 1);
  if (block < 0 || !blocks[block].cone.isLinear || !(rows.constant[row] < 0)) return null;
  const slope = new Float64Array(size);
  rows.forEachTerm(row, (column, value) => slope[column] += value);
  return { block, slope, constant: rows.constant[row] };
}
