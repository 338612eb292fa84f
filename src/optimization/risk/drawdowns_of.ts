import { type Matrix, timesVector } from "../../domain/matrix.ts";
import { uncompoundedDrawdowns } from "../../measures/uncompounded_drawdowns.ts";
import type { Problem } from "../problem.ts";
import type { Affine, Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { cumulativeReturns } from "./cumulative_returns.ts";
import { historyOf, type RiskContext } from "./risk_measure.ts";

/**
 * Adds the drawdowns of a portfolio: the running maximum of its cumulative returns less the cumulative return, for each
 * period, divided by the unit. The expressions are at least the drawdowns, and equal to them once the variables are
 * settled. Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, International Journal of
 * Theoretical and Applied Finance 8.
 */
export function drawdownsOf(
  program: ProgramBuilder,
  weights: Variables,
  { problem, unit }: RiskContext<unknown>,
): Affine {
  const returns = historyOf(problem);
  if (hasJumps(returns)) {
    return program.drawdownsOfSums(`returns / ${unit}`, () => weights.mapped(returns).times(1 / unit)).all();
  }
  const sums = weights.mapped(cumulativeReturns(returns)).times(1 / unit);
  return program.runningMaxima(`cumulative returns / ${unit}`, () => sums).all().minus(sums);
}

/**
 * An absolute return of at least this many times the median over the assets of the mean absolute return is a jump. All
 * later cumulative returns contain it, and the returns of the other assets lose their digits beside it. With a jump the
 * drawdowns are therefore computed from one period to the next (`drawdownsOfSums`).
 */
const JUMP = 300;

function hasJumps({ rows, columns, data }: Matrix): boolean {
  const sizes = new Float64Array(columns);
  let largest = 0;
  for (let k = 0; k < data.length; k++) {
    const size = Math.abs(data[k]);
    sizes[k % columns] += size / rows;
    largest = Math.max(largest, size);
  }
  return largest >= JUMP * sizes.sort()[columns >> 1];
}

/** The uncompounded drawdown of a portfolio after each period. */
export function portfolioDrawdowns(weights: Float64Array, problem: Problem): Float64Array {
  return uncompoundedDrawdowns(timesVector(historyOf(problem), weights));
}
