import type { Highs } from "highs";
import { plainValue } from "./plain_objective.ts";
import type { ReadProgram } from "./read_program.ts";
import { isSurelyKept, repairedByRows } from "./repaired_weights.ts";
import { rivalProgram } from "./rival_program.ts";

const ROUNDS = 6;
/** Largest change of a weight in one round of conditional gradients. It keeps each linear program bounded. */
const REACH = 4;
/** Number of golden-section or halving steps along a line between two portfolios. */
const SECTIONS = 40;

/**
 * Returns better weights, or the start where none are found, by conditional gradients (Frank, Wolfe 1956). Each round
 * takes numerical slopes, solves a linear program under the rules, and moves towards its solution as far as the
 * objective gains and the rules hold. Returns null where the objective has no value at the start.
 */
export function improvedWeights(start: Float64Array, read: ReadProgram, highs: Highs): Float64Array | null {
  const costOf = (weights: Float64Array): number => {
    const { cost } = plainValue(weights, read.program, read.problem);
    return Number.isFinite(cost) ? cost : Infinity;
  };
  let weights = start;
  if (costOf(weights) === Infinity) return null;
  for (let round = 0; round < ROUNDS; round++) {
    const towards = bestOfSlopes(slopesAt(weights, costOf), weights, { read, highs });
    const next = towards && bestBetween(weights, towards, { read, costOf });
    if (next === null || !(costOf(next) < costOf(weights))) break;
    weights = next;
  }
  return weights;
}

function slopesAt(weights: Float64Array, costOf: (weights: Float64Array) => number): Float64Array {
  return weights.map((weight, i) => {
    const step = 1e-6 * Math.max(Math.abs(weight), 1e-3), moved = weights.slice();
    moved[i] = weight + step;
    const above = costOf(moved);
    moved[i] = weight - step;
    const slope = (above - costOf(moved)) / (2 * step);
    return Number.isFinite(slope) ? slope : 0;
  });
}

interface Surroundings {
  readonly read: ReadProgram;
  readonly highs: Highs;
}

function bestOfSlopes(slopes: Float64Array, weights: Float64Array, { read, highs }: Surroundings): Float64Array | null {
  const { rules, program } = read;
  if (weights.some((weight) => weight + REACH === weight)) return null;
  const within = {
    ...rules,
    lower: rules.lower.map((limit, i) => Math.max(limit, weights[i] - REACH)),
    upper: rules.upper.map((limit, i) => Math.min(limit, weights[i] + REACH)),
  };
  const { model, weightsOf } = rivalProgram({
    program: { ...program, method: "max_return", parameters: {} },
    problem: { ...read.problem, expectedReturns: slopes.map((slope) => -slope) },
    rules: within,
    units: weights.map(() => 1),
    sizes: { risk: 1, excess: 1 },
  });
  const { values } = model.solve(highs), found = values && weightsOf(values);
  return found && repairedByRows(found, rules);
}

/**
 * Returns the best weights on the segment between two portfolios, within the part where the rules hold. The first
 * portfolio satisfies the rules. Returns null where no step is possible.
 */
function bestBetween(
  from: Float64Array,
  to: Float64Array,
  { read, costOf }: { read: ReadProgram; costOf: (weights: Float64Array) => number },
): Float64Array | null {
  const at = (share: number): Float64Array => from.map((weight, i) => weight + share * (to[i] - weight));
  const most = furthestKept(at, read);
  if (most === 0) return null;
  const golden = (Math.sqrt(5) - 1) / 2;
  let low = 0, high = most;
  for (let k = 0; k < SECTIONS; k++) {
    const left = high - golden * (high - low), right = low + golden * (high - low);
    if (costOf(at(left)) <= costOf(at(right))) high = right;
    else low = left;
  }
  const found = [at(most), at((low + high) / 2)].filter((weights) => isSurelyKept(weights, read.rules));
  return found.toSorted((one, other) => costOf(one) - costOf(other))[0] ?? null;
}

/** Returns the largest share of a segment at which the rules still hold, found by halving. */
export function furthestKept(at: (share: number) => Float64Array, { rules }: ReadProgram): number {
  if (isSurelyKept(at(1), rules)) return 1;
  let kept = 0, broken = 1;
  for (let k = 0; k < SECTIONS; k++) {
    const middle = (kept + broken) / 2;
    if (isSurelyKept(at(middle), rules)) kept = middle;
    else broken = middle;
  }
  return kept;
}
