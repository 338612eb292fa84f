import { csvOf } from "./csv.ts";
import type { AllocationResult, AssetsOfResult, RunResult } from "../documents/run_result.ts";

/**
 * Writes the weights as CSV: a row for each asset and a column for each method by its key, empty where a method has no
 * result.
 */
export function weightsTable({ estimates, methods }: AssetsOfResult & Pick<RunResult, "methods">): string {
  const { assets } = estimates.covariance;
  const rows = assets.map((asset) => [asset, ...methods.map(({ weights }) => weights?.[asset] ?? null)]);
  return csvOf([["asset", ...methods.map(({ key }) => key)], ...rows]);
}

/**
 * Writes the metrics as CSV: a row for each metric, a column for each method by its key, and one for the benchmark if
 * there is one.
 */
export function metricsTable({ methods, benchmark }: Pick<RunResult, "methods" | "benchmark">): string {
  const columns = [
    ...methods.map(({ key, metrics }) => ({ title: key, metrics })),
    ...benchmark === null ? [] : [{ title: `benchmark ${benchmark.id}`, metrics: benchmark.metrics }],
  ];
  const names = [...new Set(columns.flatMap(({ metrics }) => Object.keys(metrics ?? {})))];
  const rows = names.map((name) => [name, ...columns.map(({ metrics }) => metrics?.[name] ?? null)]);
  return csvOf([["metric", ...columns.map(({ title }) => title)], ...rows]);
}

/**
 * Writes what each method's capital buys as CSV: a row for each method and asset with the wanted and held fraction of
 * the capital, the shares or units and their cost, and a row for the cash. Null where no capital was given.
 */
export function allocationTable({ methods }: Pick<RunResult, "methods">): string | null {
  const rows = methods.flatMap(({ key, weights, allocation }) =>
    allocation === null ? [] : rowsOf(key, { wanted: weights ?? {}, allocation })
  );
  if (rows.length === 0) return null;
  return csvOf([["method", "asset", "wanted", "held", "shares", "amount", "currency"], ...rows]);
}

function rowsOf(
  key: string,
  { wanted, allocation }: {
    readonly wanted: Readonly<Record<string, number | null>>;
    readonly allocation: AllocationResult;
  },
): readonly (readonly (string | number | null)[])[] {
  const { shares, weights: held, invested, cash, currency } = allocation, capital = invested + cash;
  return [
    ...Object.keys(shares).map((asset) => {
      const amount = amountOf(Number(held[asset]) * capital);
      return [key, asset, wanted[asset] ?? null, held[asset], shares[asset], amount, currency];
    }),
    [key, "(cash)", null, cash / capital, null, amountOf(cash), currency],
  ];
}

/** Rounds an amount of money for a CSV file to a millionth, because further digits are only rounding errors. */
function amountOf(amount: number): number {
  return Number(amount.toFixed(6));
}
