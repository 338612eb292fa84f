import { type Matrix, matrix, row } from "../../domain/matrix.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { Affine, type Block, type Program } from "../program/program.ts";
import { greatestSettler, hingeSettler, type Settler } from "../program/settler.ts";
import { Variables } from "../program/variables.ts";
import type { Point } from "./certify.ts";
import { type OrderModel, pairWeight } from "./mean_difference_model.ts";
import { type Cut, cutOf, type Entries, type Modelled } from "./modelled_blocks.ts";

/** A mean difference with what is below it: linear functions, and the order at a point where one is known. */
export interface Bounded extends Modelled {
  readonly order: OrderModel | null;
  readonly cuts: readonly Cut[];
}

/** A program with what is below mean differences in their place. */
export interface OrderProgram {
  readonly program: Program;
  /** Adds the multipliers of its rows to those of the blocks that they stand for. */
  addMultipliers(z: Float64Array, into: Float64Array): void;
}

/** What takes the place of one block: v ≥ each cut, the order's with hinges u of its pairs, and those. */
interface Part {
  readonly rows: Affine;
  readonly blocks: readonly Block[];
  readonly pairs: Variables;
  readonly settlers: readonly Settler[];
  addMultipliers(z: Float64Array, into: Float64Array): void;
}

/** The program `rest` with rows for each mean difference, whose value and pairs are settled by these. */
export function orderProgram(rest: Program, bounded: readonly Bounded[]): OrderProgram {
  const { hinges, linear, lower, upper } = rest, parts: Part[] = [];
  const variable = [...hinges.variable], ofRow = [...hinges.row], limits = [...hinges.limits];
  let firstRow = rest.rows.length, size = rest.size;
  for (const one of bounded) {
    const part = partOf(one, { firstRow, firstPair: size });
    const { pairs } = part, firstOfPairs = firstRow + part.rows.length - pairs.count;
    if (pairs.count > 0) limits.push(firstRow);
    for (let p = 0; p < pairs.count; p++) {
      variable.push(pairs.offset + p);
      ofRow.push(firstOfPairs + p);
    }
    firstRow += part.rows.length;
    size += pairs.count;
    parts.push(part);
  }
  const extended = (values: Float64Array, by: number): Float64Array => {
    const all = new Float64Array(size).fill(by);
    all.set(values);
    return all;
  };
  return {
    program: {
      ...rest,
      size,
      linear: extended(linear, 0),
      lower: extended(lower, 0),
      upper: extended(upper, Infinity),
      rows: Affine.stack([rest.rows, ...parts.map(({ rows }) => rows)]),
      blocks: [...rest.blocks, ...parts.flatMap(({ blocks }) => blocks)],
      hinges: { variable: Uint32Array.from(variable), row: Uint32Array.from(ofRow), limits: Uint32Array.from(limits) },
      settlers: [...rest.settlers, ...parts.flatMap(({ settlers }) => settlers)],
    },
    addMultipliers(z, into) {
      for (const part of parts) part.addMultipliers(z, into);
    },
  };
}

function partOf(
  one: Bounded,
  { firstRow, firstPair }: { readonly firstRow: number; readonly firstPair: number },
): Part {
  const { block, entries, order, value } = one;
  const cuts = order === null ? one.cuts : [cutOf(one, order.weights), ...one.cuts];
  const pairs = new Variables(firstPair, order?.larger.length ?? 0), firstOfPairs = firstRow + cuts.length;
  const flips = order === null || pairs.count === 0 ? null : Affine.product(flipsOf(order, entries), entries.offset);
  const penalty = pairs.sum().times(2 * pairWeight(entries.coefficients.rows));
  const bounds = Affine.stack(cuts.map((_, i) => order !== null && i === 0 ? penalty : Affine.constant(0)))
    .plus(Affine.product(slopesOf(cuts, entries), entries.offset));
  const blockOf = (at: number, rows: number): Block => ({ ...block, cone: nonnegative, firstRow: at, rows });
  const ofCuts = Affine.identity(value, 1).minus(bounds);
  return {
    rows: flips === null ? ofCuts : Affine.stack([ofCuts, pairs.all().minus(flips)]),
    blocks: [blockOf(firstRow, cuts.length), ...(flips === null ? [] : [blockOf(firstOfPairs, pairs.count)])],
    pairs,
    settlers: [
      ...(flips === null ? [] : [hingeSettler(pairs, flips)]),
      greatestSettler(new Variables(value, 1), Affine.stack([bounds, Affine.constant(0)])),
    ],
    addMultipliers(z, into) {
      const ofEntries = into.subarray(block.firstRow + 1, block.firstRow + block.rows);
      cuts.forEach(({ weights }, i) => {
        const by = Math.max(0, z[firstRow + i]);
        into[block.firstRow] += by;
        weights.forEach((weight, t) => ofEntries[t] -= by * weight);
      });
      order?.larger.forEach((i, p) => {
        ofEntries[i] += z[firstOfPairs + p];
        ofEntries[order.smaller[p]] -= z[firstOfPairs + p];
      });
    },
  };
}

function slopesOf(cuts: readonly Cut[], { coefficients: { columns } }: Entries): Matrix {
  const slopes = matrix(cuts.length, columns);
  cuts.forEach(({ slope }, i) => row(slopes, i).set(slope));
  return slopes;
}

/** By how much the smaller entry of each pair is above the larger one. */
function flipsOf({ larger, smaller }: OrderModel, { coefficients }: Entries): Matrix {
  const flips = matrix(larger.length, coefficients.columns);
  larger.forEach((i, p) => {
    const of = row(coefficients, i), above = row(coefficients, smaller[p]), into = row(flips, p);
    for (let j = 0; j < into.length; j++) into[j] = above[j] - of[j];
  });
  return flips;
}

/** A point of the program with the mean differences, of one with what is below them. */
export function backFrom(
  { x, z }: Point,
  { size, multipliers, addMultipliers }: {
    readonly size: number;
    readonly multipliers: Float64Array;
    readonly addMultipliers: OrderProgram["addMultipliers"];
  },
): Point {
  addMultipliers(z, multipliers);
  return { x: x.slice(0, size), z: multipliers };
}
