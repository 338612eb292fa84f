import { type Matrix, matrix, row } from "../../../domain/matrix.ts";
import { isOrdered } from "../../cones/cone.ts";
import { greatestSettler, hingeSettler } from "../../program/maxima_settlers.ts";
import { Affine, type Block } from "../../program/program.ts";
import type { Settler } from "../../program/settler.ts";
import { Variables } from "../../program/variables.ts";
import { type OrderModel, pairWeight } from "./mean_difference_model.ts";
import { type Entries, type OrderCut, orderCutOf, type OrderedBlock } from "./ordered_blocks.ts";
import { nonnegativeBlock, type RankModel, rankRows } from "./rank_model.ts";

/** A mean difference or ordered sum with its lower bounds: the model at a point, if one is known, and cuts. */
export interface Bounded extends OrderedBlock {
  readonly order: OrderModel | RankModel | null;
  readonly cuts: readonly OrderCut[];
  /** Whether the value stands in the objective alone, with a cost above 0. */
  readonly isMinimised: boolean;
}

/**
 * The rows that replace one block: the value v ≥ each cut and ≥ the model, and the hinges of the model. `pairs` are the
 * variables of these hinges, also if they belong to ranks.
 */
export interface Part {
  readonly rows: Affine;
  readonly blocks: readonly Block[];
  readonly thresholds: Variables;
  readonly pairs: Variables;
  readonly settlers: readonly Settler[];
  /** Expression that replaces v in the objective. Null if v remains a variable of these rows. */
  readonly cost: Affine | null;
  addMultipliers(z: Float64Array, into: Float64Array): void;
}

/** First row and variable of a part. */
export interface Place {
  readonly firstRow: number;
  readonly firstVariable: number;
  /** Cost of the value v in the objective. */
  readonly price: number;
}

/** Returns the rows that replace a mean difference or an ordered sum. */
export function partOf(one: Bounded, place: Place): Part {
  const { order } = one;
  if (order === null || !("drops" in order)) return pairPart({ ...one, order }, place);
  return one.isMinimised && one.cuts.length === 0
    ? minimisedRankPart({ ...one, order }, place)
    : rankPart({ ...one, order }, place);
}

/** Puts the model of an ordered sum into the objective: its hinges then stand in no limit. */
function minimisedRankPart(
  one: Bounded & { readonly order: RankModel },
  { firstRow, firstVariable, price }: Place,
): Part {
  const { block, entries, order } = one, cut = orderCutOf(one, order.weights);
  const { thresholds, hinges, above, rows, entryOf, settler } = rankRows(order, entries, firstVariable);
  return {
    rows,
    blocks: [nonnegativeBlock(block, firstRow, hinges.count)],
    thresholds,
    pairs: hinges,
    settlers: [settler],
    cost: above.plus(Affine.product(slopesOf([cut], entries), entries.offset)).times(price),
    addMultipliers(z, into) {
      const ofEntries = into.subarray(block.firstRow + 1, block.firstRow + block.rows);
      into[block.firstRow] += price;
      cut.weights.forEach((weight, t) => ofEntries[t] -= price * weight);
      entryOf.forEach((i, r) => ofEntries[i] -= z[firstRow + r]);
    },
  };
}

/** Bounds v from below by each cut and by the model of an ordered sum, with thresholds and hinges. */
function rankPart(one: Bounded & { readonly order: RankModel }, { firstRow, firstVariable }: Place): Part {
  const { block, entries, order, value } = one;
  const cuts = [orderCutOf(one, order.weights), ...one.cuts], ranked = rankRows(order, entries, firstVariable);
  const { thresholds, hinges, above, entryOf } = ranked, firstOfHinges = firstRow + cuts.length;
  const bounds = Affine.stack(cuts.map((_, i) => i === 0 ? above : Affine.constant(0)))
    .plus(Affine.product(slopesOf(cuts, entries), entries.offset));
  return {
    rows: Affine.stack([Affine.identity(value, 1).minus(bounds), ranked.rows]),
    blocks: [
      nonnegativeBlock(block, firstRow, cuts.length),
      nonnegativeBlock(block, firstOfHinges, hinges.count),
    ],
    thresholds,
    pairs: hinges,
    settlers: [ranked.settler, greatestSettler(new Variables(value, 1), bounds)],
    cost: null,
    addMultipliers(z, into) {
      const ofEntries = into.subarray(block.firstRow + 1, block.firstRow + block.rows);
      addOfCuts(cuts, { z, firstRow, first: block.firstRow, into });
      entryOf.forEach((i, r) => ofEntries[i] -= z[firstOfHinges + r]);
    },
  };
}

function addOfCuts(
  cuts: readonly OrderCut[],
  { z, firstRow, first, into }: {
    readonly z: Float64Array;
    readonly firstRow: number;
    readonly first: number;
    readonly into: Float64Array;
  },
): void {
  cuts.forEach(({ weights }, i) => {
    const by = Math.max(0, z[firstRow + i]);
    into[first] += by;
    weights.forEach((weight, t) => into[first + 1 + t] -= by * weight);
  });
}

function pairPart(
  one: Bounded & { readonly order: OrderModel | null },
  { firstRow, firstVariable }: Place,
): Part {
  const { block, entries, order, value } = one;
  const cuts = order === null ? one.cuts : [orderCutOf(one, order.weights), ...one.cuts];
  const pairs = new Variables(firstVariable, order?.larger.length ?? 0), firstOfPairs = firstRow + cuts.length;
  const flips = order === null || pairs.count === 0 ? null : Affine.product(flipsOf(order, entries), entries.offset);
  const penalty = pairs.sum().times(2 * pairWeight(entries.coefficients.rows));
  const bounds = Affine.stack(cuts.map((_, i) => order !== null && i === 0 ? penalty : Affine.constant(0)))
    .plus(Affine.product(slopesOf(cuts, entries), entries.offset));
  const ofCuts = Affine.identity(value, 1).minus(bounds);
  return {
    rows: flips === null ? ofCuts : Affine.stack([ofCuts, pairs.all().minus(flips)]),
    blocks: [
      nonnegativeBlock(block, firstRow, cuts.length),
      ...(flips === null ? [] : [nonnegativeBlock(block, firstOfPairs, pairs.count)]),
    ],
    thresholds: new Variables(firstVariable, 0),
    pairs,
    settlers: [
      ...(flips === null ? [] : [hingeSettler(pairs, flips)]),
      greatestSettler(
        new Variables(value, 1),
        isOrdered(block.cone) && block.cone.isOfPairs ? Affine.stack([bounds, Affine.constant(0)]) : bounds,
      ),
    ],
    cost: null,
    addMultipliers(z, into) {
      const ofEntries = into.subarray(block.firstRow + 1, block.firstRow + block.rows);
      addOfCuts(cuts, { z, firstRow, first: block.firstRow, into });
      order?.larger.forEach((i, p) => {
        ofEntries[i] += z[firstOfPairs + p];
        ofEntries[order.smaller[p]] -= z[firstOfPairs + p];
      });
    },
  };
}

function slopesOf(cuts: readonly OrderCut[], { coefficients: { columns } }: Entries): Matrix {
  const slopes = matrix(cuts.length, columns);
  cuts.forEach(({ slope }, i) => row(slopes, i).set(slope));
  return slopes;
}

/**
 * Coefficients of x_j - x_i for each pair of entries with x_i ≥ x_j at the point of the model. The difference is above
 * 0 once the pair changes its order.
 */
function flipsOf({ larger, smaller }: OrderModel, { coefficients }: Entries): Matrix {
  const flips = matrix(larger.length, coefficients.columns);
  larger.forEach((i, p) => {
    const of = row(coefficients, i), above = row(coefficients, smaller[p]), into = row(flips, p);
    for (let j = 0; j < into.length; j++) into[j] = above[j] - of[j];
  });
  return flips;
}
