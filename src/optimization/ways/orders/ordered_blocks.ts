import { type Matrix, row, timesVector } from "../../../domain/matrix.ts";
import { isOrdered, type OrderedCone } from "../../cones/cone.ts";
import type { Block, Program } from "../../program/program.ts";
import { coefficientsOf } from "../../program/coefficients_of.ts";
import { withoutBlocks } from "../../program/without_blocks.ts";

/** The entries x = B y of a block, with the consecutive variables y from `offset` on and B = `coefficients`. */
export interface Entries {
  readonly offset: number;
  readonly coefficients: Matrix;
}

/** A block (v, x) of a mean difference or an ordered sum. */
export interface OrderedBlock {
  readonly block: Block;
  readonly cone: OrderedCone;
  readonly entries: Entries;
  /** The variable v. */
  readonly value: number;
}

/**
 * A linear function that lies nowhere above a mean difference or ordered sum, by entries (`weights`) and by variables
 * (`slope`).
 */
export interface OrderCut {
  readonly weights: Float64Array;
  readonly slope: Float64Array;
}

/** Returns the blocks of mean differences and ordered sums, their indices and the program without them. */
export function orderedBlocksOf(
  program: Program,
): { readonly ordered: readonly OrderedBlock[]; readonly places: readonly number[]; readonly rest: Program } {
  const places = Array.from(program.blocks.keys()).filter((k) => isOrdered(program.blocks[k].cone));
  return {
    ordered: places.map((k) => orderedBlockOf(program, program.blocks[k])),
    places,
    rest: withoutLast(program, places) ?? withoutBlocks(program, places),
  };
}

/** The variables of the entries at a point, as a view. */
export function partOf(x: Float64Array, { offset, coefficients }: Entries): Float64Array {
  return x.subarray(offset, offset + coefficients.columns);
}

/** The entries of a block at a point. */
export function entriesAt(x: Float64Array, { entries }: OrderedBlock): Float64Array {
  return timesVector(entries.coefficients, partOf(x, entries));
}

/** Returns the cut with given weights of the entries. */
export function orderCutOf({ entries: { coefficients } }: OrderedBlock, weights: Float64Array): OrderCut {
  const slope = new Float64Array(coefficients.columns);
  weights.forEach((weight, i) => {
    if (weight !== 0) row(coefficients, i).forEach((entry, j) => slope[j] += weight * entry);
  });
  return { weights, slope };
}

function orderedBlockOf(program: Program, block: Block): OrderedBlock {
  const { cone } = block;
  if (!isOrdered(cone)) throw new RangeError(`The cone "${cone.id}" has no models`);
  const rows = block.rows - 1, coefficients = coefficientsOf(program, { firstRow: block.firstRow + 1, rows });
  let value = -1;
  program.rows.forEachTerm(block.firstRow, (column) => value = column);
  const entries = coefficients === null ? stillEntries(rows) : {
    offset: coefficients.offset,
    coefficients: coefficients.block,
  };
  return { block, cone, value, entries };
}

/** Entries that are all 0. */
function stillEntries(rows: number): Entries {
  return { offset: 0, coefficients: { rows, columns: 1, data: new Float64Array(rows) } };
}

/**
 * The program without the blocks at the given places, if they are its last ones, so that its other rows need no copy.
 * Null if other blocks follow them.
 */
function withoutLast(program: Program, places: readonly number[]): Program | null {
  const first = program.blocks[places[0]].firstRow, isDropped = new Set(places);
  const blocks = program.blocks.filter((_, k) => !isDropped.has(k));
  return blocks.some(({ firstRow }) => firstRow > first)
    ? null
    : { ...program, rows: program.rows.slice(0, first), blocks };
}
