import type { Doubt } from "../../domain/doubt.ts";
import { weightsBeyondOne } from "../../doubts/kinds/weights_beyond_one.ts";
import { weightsCountedTwice } from "../../doubts/kinds/weights_counted_twice.ts";
import { weightsInPercent } from "../../doubts/kinds/weights_in_percent.ts";
import { type PortfolioReach, reachOf } from "./portfolio_reach.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Sums of weights that are read as 100 %. */
const PERCENT = [95, 105] as const;
/** Sum of sizes of weights from which more than what the rules allow is doubted, as a multiple of it. */
const BEYOND = 2;
/** Sum of sizes up to which weights are read as percentages of a part of the portfolio, else as amounts. */
const MOST_PERCENT = 110;

/** Smallest and largest whole number that a sum of weights counted several times is read as, and the rounding of it. */
const TIMES = [2, 10] as const, ROUNDING = 1e-6;

/** Doubts a starting portfolio, and weights of a benchmark, in percent or in amounts. */
export function holdingDoubts({ request }: RequestFacts): readonly Doubt[] {
  const { starting_portfolio: start, benchmark, rolling_backtest: backtest, constraints } = request;
  const reach = reachOf(constraints);
  const ofBacktest = backtest?.benchmark === benchmark ? null : backtest?.benchmark ?? null;
  return [
    ...start === undefined ? [] : doubted("/starting_portfolio", start, reach),
    ...benchmark?.kind === "weights" ? doubted("/benchmark/weights", benchmark.weights, reach) : [],
    ...ofBacktest?.kind === "weights" ? doubted("/rolling_backtest/benchmark/weights", ofBacktest.weights, reach) : [],
  ];
}

function doubted(
  pointer: string,
  weights: Readonly<Record<string, number>>,
  { short, budget, long, shortest }: PortfolioReach,
): readonly Doubt[] {
  const values = Object.values(weights), sum = values.reduce((total, weight) => total + weight, 0);
  const gross = values.reduce((total, weight) => total + Math.abs(weight), 0);
  const told = (number: number): number => Number(number.toPrecision(12));
  const meantBy = (factor: number) => ({ factor: told(factor), meant: values.map((weight) => told(weight / factor)) });
  if (sum >= PERCENT[0] && sum <= PERCENT[1]) {
    return [weightsInPercent.about(Object.keys(weights), { pointer, sum: told(sum), ...meantBy(100) })];
  }
  const times = Math.round(sum);
  if (values.every((weight) => weight >= 0) && isMultiple(sum, times) && !(times <= budget)) {
    return [weightsCountedTwice.about(Object.keys(weights), { pointer, sum: times, ...meantBy(times) })];
  }
  const most = short ? long + shortest : budget;
  // Short portfolios of ten times their value exist; more than that is no portfolio.
  if (gross <= BEYOND * Math.max(1, Number.isFinite(most) ? most : 5)) return [];
  const factor = gross <= MOST_PERCENT ? 100 : gross;
  return [weightsBeyondOne.about(Object.keys(weights), { pointer, sum: told(gross), ...meantBy(factor) })];
}

function isMultiple(sum: number, times: number): boolean {
  return times >= TIMES[0] && times <= TIMES[1] && Math.abs(sum - times) <= ROUNDING * times;
}
