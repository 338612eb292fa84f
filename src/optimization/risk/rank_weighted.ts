import type { Affine } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { roundingOf } from "./rounding_of.ts";
import { meanOfLargest } from "./mean_beyond_threshold.ts";

/**
 * Adds Σ_k weights[k] l_(k), l_(k) the losses in descending order from k = 0, for descending weights: Σ_k (k + 1)
 * (weights[k] - weights[k + 1]) times the mean of the k + 1 largest losses. Ogryczak, Śliwiński (2003), On solving
 * linear programs with the ordered weighted averaging objective, European Journal of Operational Research 148.
 */
export function rankWeighted(program: ProgramBuilder, losses: Affine, weights: Float64Array): Affine {
  const parts: Affine[] = [];
  weights.forEach((weight, k) => {
    const count = k + 1, factor = count * (weight - (weights[count] ?? 0));
    // The count is exact. One computed from a confidence would be off by rounding: a tiny share of the next loss would
    // count, and no multipliers would satisfy the conditions of optimality at a threshold above that loss.
    if (factor > 0) parts.push(meanOfLargest(program, losses, { count, place: losses.length - count }).times(factor));
  });
  return parts.reduce((sum, part) => sum.plus(part));
}

/**
 * Above this number of hinges, one for each loss and rank, `rankWeighted` costs more than the cone of an ordered sum.
 */
const MANY_HINGES = 50_000;

/** Whether `rankWeighted` would take more than `MANY_HINGES` hinges. */
export function hasManyHinges(losses: number, ranks: number): boolean {
  return losses * ranks > MANY_HINGES;
}

/**
 * Returns a subgradient of Σ_k weights[k] l_(k) with respect to each loss, l_(k) the losses in descending order: the
 * weight of its rank, and for equal losses the mean of their weights.
 */
export function rankShares(losses: Float64Array, weights: Float64Array): Float64Array {
  const order = Array.from(losses.keys()).sort((i, j) => losses[j] - losses[i]), near = roundingOf(losses);
  const shares = new Float64Array(losses.length);
  for (let from = 0, to = 0; from < weights.length; from = to) {
    let sum = 0;
    for (to = from; to < losses.length && losses[order[from]] - losses[order[to]] <= near; to++) {
      sum += weights[to] ?? 0;
    }
    for (let k = from; k < to; k++) shares[order[k]] = sum / (to - from);
  }
  return shares;
}
