import { timesVector } from "../../domain/matrix.ts";
import { uncompoundedDrawdowns } from "../../measures/uncompounded_drawdowns.ts";
import type { Problem } from "../problem.ts";
import type { Affine, Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { cumulativeReturns } from "./cumulative_returns.ts";
import { historyOf, type RiskContext } from "./risk_measure.ts";

/**
 * Adds how far the cumulative sum of a portfolio's returns lies below its highest value so far after each period, in
 * units: at least that, and that where the program's variables are settled. Chekhlov, Uryasev, Zabarankin (2005),
 * Drawdown measure in portfolio optimization, International Journal of Theoretical and Applied Finance 8.
 */
export function drawdownsOf(
  program: ProgramBuilder,
  weights: Variables,
  { problem, unit }: RiskContext<unknown>,
): Affine {
  const sums = weights.mapped(cumulativeReturns(historyOf(problem))).times(1 / unit);
  return program.runningMaxima(`cumulative returns / ${unit}`, () => sums).all().minus(sums);
}

/** The drawdowns of a portfolio, per period. */
export function portfolioDrawdowns(weights: Float64Array, problem: Problem): Float64Array {
  return uncompoundedDrawdowns(timesVector(historyOf(problem), weights));
}
