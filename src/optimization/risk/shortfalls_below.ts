import { timesVector } from "../../domain/matrix.ts";
import type { Problem } from "../problem.ts";
import type { Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { historyOf, type RiskContext } from "./risk_measure.ts";
import { timesRoots } from "./times_roots.ts";
import { weighted } from "./weighted.ts";

/**
 * Adds hinges u_t ≥ max(scale · target - x_t, 0) / unit, one for each period t of the history, x_t the return of the
 * portfolio. With row weights and `byRoots` each hinge is multiplied by the root of its row weight, for a sum of
 * squares.
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

/** The returns of a portfolio less a target. */
export function excessSeries(weights: Float64Array, problem: Problem, target: number): Float64Array {
  return timesVector(historyOf(problem), weights).map((x) => x - target);
}

/**
 * Returns the slope of a measure for each asset: factor · Σ_t shares[t] (r_t - target), r_t the returns of the asset
 * and each share times its row weight. For weights that sum to 1 the portfolio's excess is the weighted mean of the
 * assets' excesses: the weighted sum of these slopes is then the measure.
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
