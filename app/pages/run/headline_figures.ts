import type { MethodResult, RunResult } from "./run_documents.ts";

export type Shares = Readonly<Record<string, number>>;

/** The three figures that a person wants to know of a portfolio first. Null where there is none. */
export interface Headline {
  readonly expectedReturn: number | null;
  readonly volatility: number | null;
  readonly maxDrawdown: number | null;
}

/** What the figures of a portfolio are compared with. */
export interface Compared extends Headline {
  readonly name: string;
}

/** Difference of a weight up to which two portfolios are the same. */
const SAME_WEIGHT = 1e-9;

/** Returns the figures of a method. The expected return is by the estimates that the weights were found with. */
export function headlineOf(
  { weights, metrics }: Pick<MethodResult, "weights" | "metrics">,
  result: RunResult,
): Headline {
  return {
    expectedReturn: weights === null ? null : expectedReturn(weights, result),
    volatility: metrics?.annual_volatility ?? null,
    maxDrawdown: metrics?.max_drawdown ?? null,
  };
}

/** Returns the figures beside those of a method: of what is held now, else of the benchmark; null without both. */
export function comparedWith(result: RunResult, held: Shares | null): Compared | null {
  if (held !== null) return { name: "held now", ...headlineOfHeld(held, result) };
  const { benchmark } = result;
  if (benchmark === null || benchmark.metrics === null) return null;
  const { annual_return = null, annual_volatility = null, max_drawdown = null } = benchmark.metrics;
  return {
    name: benchmark.id,
    expectedReturn: annual_return,
    volatility: annual_volatility,
    maxDrawdown: max_drawdown,
  };
}

/** Returns the figures of what is held: those of a method that keeps it, where the run has one. */
function headlineOfHeld(held: Shares, result: RunResult): Headline {
  const same = result.methods.find(({ weights }) => weights !== null && areSame(weights, held));
  if (same !== undefined) return headlineOf(same, result);
  return { expectedReturn: expectedReturn(held, result), volatility: volatilityOf(held, result), maxDrawdown: null };
}

function areSame(weights: Shares, held: Shares): boolean {
  const assets = new Set([...Object.keys(weights), ...Object.keys(held)]);
  return assets.values().every((asset) => Math.abs((weights[asset] ?? 0) - (held[asset] ?? 0)) <= SAME_WEIGHT);
}

/** Returns the annual return that the estimates of a run expect of weights; null where they are not per year. */
function expectedReturn(weights: Shares, { data, estimates }: RunResult): number | null {
  const periods = data?.periods_per_year ?? null;
  if (periods === null) return null;
  const perPeriod = Object.entries(weights).reduce(
    (sum, [asset, weight]) => sum + weight * (estimates.expected_returns[asset] ?? 0),
    0,
  );
  return perPeriod * periods;
}

/** Returns the annual volatility of weights; null where the covariance matrix is not in the result. */
function volatilityOf(weights: Shares, { data, estimates: { covariance } }: RunResult): number | null {
  const periods = data?.periods_per_year ?? null, { assets, matrix } = covariance;
  if (periods === null || matrix === null) return null;
  const w = assets.map((asset) => weights[asset] ?? 0);
  const variance = matrix.reduce(
    (sum, row, i) => sum + (w[i] ?? 0) * row.reduce((inner, value, j) => inner + value * (w[j] ?? 0), 0),
    0,
  );
  return Math.sqrt(Math.max(0, variance) * periods);
}
