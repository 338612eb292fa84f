import { csvOf } from "./csv.ts";
import type { RunResult } from "../documents/run_result.ts";

/**
 * The weights as CSV: a row for each asset, a column for each method by its key; empty where a method has no answer.
 */
export function weightsTable({ estimates, methods }: Pick<RunResult, "estimates" | "methods">): string {
  const { assets } = estimates.covariance;
  const rows = assets.map((asset) => [asset, ...methods.map(({ weights }) => weights?.[asset] ?? null)]);
  return csvOf([["asset", ...methods.map(({ key }) => key)], ...rows]);
}

/**
 * The metrics as CSV: a row for each metric, a column for each method by its key and one for the benchmark if there is
 * one.
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
