import type { Affine } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { roundingOf } from "./rounding_of.ts";
import { meanOfLargest } from "./mean_beyond_threshold.ts";

/**
 * Adds the largest Σ weights[k] l_(k) of losses, for descending weights: Σ k (weights[k-1] - weights[k]) times the mean
 * of the k largest. Ogryczak, Śliwiński (2003), On solving linear programs with the ordered weighted averaging
 * objective, European Journal of Operational Research 148.
 */
export function rankWeighted(program: ProgramBuilder, losses: Affine, weights: Float64Array): Affine {
  const parts: Affine[] = [];
  weights.forEach((weight, k) => {
    const count = k + 1, factor = count * (weight - (weights[count] ?? 0));
    // Of a confidence rounding would leave a part of the next loss, which no multipliers balance.
    if (factor > 0) parts.push(meanOfLargest(program, losses, { count, place: losses.length - count }).times(factor));
  });
  return parts.reduce((sum, part) => sum.plus(part));
}

/** From so many hinges, one of each loss for each rank, an ordered sum as a cone of its own is the cheaper by far. */
const MANY_HINGES = 50_000;

/** Whether `rankWeighted` of so many losses and ranks takes hinges beyond what is worth their while. */
export function hasManyHinges(losses: number, ranks: number): boolean {
  return losses * ranks > MANY_HINGES;
}

/** The slope of Σ weights[k] l_(k) by each loss: what its rank counts, of losses that are alike the mean. */
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
