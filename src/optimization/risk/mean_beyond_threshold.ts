import { largestReached } from "../../measures/weighted_tail.ts";
import { orderStatistic } from "../../measures/order_statistic.ts";
import type { Affine } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";

/**
 * Adds the conditional value at risk of T losses: min over t of t + Σ max(loss - t, 0) / ((1 - c) T) at a confidence of
 * c. Rockafellar, Uryasev (2000), Optimization of conditional value-at-risk, Journal of Risk 2. `least` is a lower
 * bound on all losses, such as 0 for drawdowns, and bounds the threshold t too. With row weights each loss counts by
 * its weight.
 */
export function meanBeyondThreshold(
  program: ProgramBuilder,
  losses: Affine,
  { confidence, rowWeights, least = -Infinity }: {
    readonly confidence: number;
    readonly rowWeights?: Float64Array | undefined;
    readonly least?: number;
  },
): Affine {
  const T = losses.length, count = (1 - confidence) * T;
  if (rowWeights === undefined) {
    return meanOfLargest(program, losses, { count, place: Math.min(T - 1, Math.floor(confidence * T)), least });
  }
  const threshold = program.variables(1), weights = rowWeights;
  const beyond = program.hinge(losses, {
    threshold,
    least,
    place: (values) => largestReached({ losses: values, weights, share: count }),
  });
  return threshold.at(0).plus(beyond.dot(weights).times(1 / count));
}

/**
 * Adds the mean of the `count` largest losses, of which the last may count by a fraction: min over t of t + Σ max(loss
 * - t, 0) / count. `place` is the rank, from the smallest loss on, of an optimal t.
 */
export function meanOfLargest(
  program: ProgramBuilder,
  losses: Affine,
  { count, place, least = -Infinity }: { readonly count: number; readonly place: number; readonly least?: number },
): Affine {
  const threshold = program.variables(1);
  const beyond = program.hinge(losses, { threshold, least, place: (values) => orderStatistic(values, place) });
  return threshold.at(0).plus(beyond.sum().times(1 / count));
}
