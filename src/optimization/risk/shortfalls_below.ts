import { timesVector } from "../../domain/matrix.ts";
import type { Problem } from "../problem.ts";
import type { Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { historyOf, type RiskContext } from "./risk_measure.ts";
import { timesRoots } from "./times_roots.ts";
import { weighted } from "./weighted.ts";

/**
 * Adds how far each return of a portfolio lies below a target, in units times the scale, 0 where above. If rows count
 * by weights and `byRoots` is set, each is multiplied by the root of its weight, as sums of squares ask.
 */
export function shortfallsBelow(
  program: ProgramBuilder,
  weights: Variables,
  { problem, unit, scale, target, byRoots = false }: RiskContext<unknown> & {
    readonly target: number;
    readonly byRoots?: boolean;
  },
): Variables {
  const { rowWeights } = problem;
  if (byRoots && rowWeights !== undefined) {
    const rows = weights.mapped(timesRoots(historyOf(problem), rowWeights));
    const targets = scale.spread(rowWeights.map((weight) => target * Math.sqrt(weight)));
    return program.hinge(rows.minus(targets).times(-1 / unit));
  }
  const excess = weights.mapped(historyOf(problem)).minus(scale.times(target));
  return program.hinge(excess.times(-1 / unit));
}

/** The returns of a portfolio over a target. */
export function excessSeries(weights: Float64Array, problem: Problem, target: number): Float64Array {
  return timesVector(historyOf(problem), weights).map((x) => x - target);
}

/**
 * factor Σ_t shares[t] (r_t - target), asset by asset: of weights that sum to 1 the returns of the assets over the
 * target make that of the portfolio, so that slopes by them sum with the weights to the measure.
 */
export function slopesByExcess(
  shares: Float64Array,
  problem: Problem,
  { target, factor }: { readonly target: number; readonly factor: number },
): Float64Array {
  const { rowWeights } = problem;
  const counted = rowWeights === undefined ? shares : shares.map((share, t) => share * rowWeights[t]);
  const ofTarget = factor * target * counted.reduce((sum, share) => sum + share, 0);
  return weighted(historyOf(problem), counted, factor).map((slope) => slope - ofTarget);
}
