import { dot, maximumNorm } from "../../domain/matrix.ts";
import type { Program } from "../program/program.ts";
import { certify } from "../certify/certify.ts";
import { type Point, settled } from "../program/point.ts";
import { meetsNoLimit, withoutConstants } from "./find_ray.ts";
import { PROOF } from "../certify/proof.ts";
import { straighten } from "../refine/straighten.ts";
import { withoutBlocks } from "../program/without_blocks.ts";

/** Up to this multiple of the largest entry of a point, `recedes` proves that no other point is better. */
const FARTHEST = 1e3;

/**
 * Whether the optimum of a homogenised program has a scaling variable of 0. The weights are x divided by the scaling
 * variable, so ever larger weights are then better, and none are best. The check sets the scaling variable of a nearly
 * optimal point to 0, which leaves a direction. No limit may stop that direction, to rounding. Its multiple that meets
 * the one row with a constant must be optimal by the multipliers of the point, among all points whose entries are at
 * most `FARTHEST` times its largest entry.
 */
export function recedes(program: Program, point: Point): boolean {
  const row = unevenRow(program);
  return row !== null && recedesAt(program, row, point);
}

function recedesAt(program: Program, row: UnevenRow, { x, z }: Point): boolean {
  const { block, slope, constant } = row, limits = withoutBlocks(program, [block]);
  const start = x.slice();
  program.scale.forEachTerm(0, (column) => start[column] = 0);
  const { x: d } = settled(program, { x: straighten({ rows: withoutConstants(limits.rows) }, start), z });
  const size = maximumNorm(d), along = dot(slope, d);
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

/**
 * A row a'x + c with c < 0 that must be 0 or at least 0, and the index of its block. `slope` is a and `constant` is c.
 */
interface UnevenRow {
  readonly block: number;
  readonly slope: Float64Array;
  readonly constant: number;
}

/** The only row with a constant, or null if there are none, several, or one of another form. */
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
