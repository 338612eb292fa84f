import assert from "node:assert/strict";
import type { Frequency } from "../../src/domain/frequency.ts";
import type { MethodResult, OptimizationResult } from "../../src/documents/run_result.ts";
import { resultTable } from "./result_table.ts";

function method(key: string, weights: Record<string, number> | null): MethodResult {
  return {
    method: key,
    key,
    parameters: {},
    status: weights === null ? "infeasible" : "computed",
    detail: null,
    objective: null,
    weights,
    metrics: weights && { annual_return: 0.1, sharpe_ratio: 1.234 },
    risk_contributions: null,
    allocation: null,
    constraint_report: null,
    certificate: null,
  };
}

function result(methods: MethodResult[]): OptimizationResult {
  return {
    run_id: null,
    market: "CUSTOM",
    currency: null,
    mode: "construct",
    data: null,
    estimates: { expected_returns: {}, covariance: { assets: [], matrix: [], file: null, repair: null } },
    methods,
    benchmark: null,
    assets: {},
    rolling_backtest: null,
    monte_carlo: null,
    efficient_frontier: null,
    curves: null,
    engine: {
      version: "",
      schema_version: 1,
      core_digest: "",
      solver_digest: "",
      seed: 0,
      elapsed_ms: 0,
      phases_ms: {},
    },
  };
}

const BASIS = { width: 100, frequency: "daily", riskFreeRate: 0.065 } as const;

Deno.test("the result table lists held assets by descending weight, and leaves out assets that no method holds", () => {
  const table = resultTable(result([method("one", { A: 0.2, B: 0.8, C: 0 }), method("two", null)]), BASIS);
  const lines = table.split("\n");
  const rows = lines.map((line) => line.split(/\s{2,}/));
  assert.deepEqual(rows[2], ["B", "80.00 %", "-"]);
  assert.deepEqual(rows[3], ["A", "20.00 %", "-"]);
  assert(!table.includes("C "));
  assert.match(table, /Sharpe ratio\s+1\.23/);
  assert.match(table, /annual return\s+10\.00 %/);
});

Deno.test("a result table wider than the terminal is split so that every line fits", () => {
  const methods = ["first", "second", "third"].map((key) => method(key, { A: 1 }));
  for (const line of resultTable(result(methods), { ...BASIS, width: 60 }).split("\n")) assert(line.length <= 60, line);
});

Deno.test("a result table with many assets shows 25 of them and counts the others", () => {
  const weights = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`A${i}`, 1 / 40]));
  assert.match(resultTable(result([method("one", weights)]), BASIS), /… and 15 more/);
});

Deno.test("the result table shows the benchmark in a column after the methods", () => {
  const benchmark = { id: "NIFTY50", return_type: "price", metrics: { annual_return: 0.12, turnover: null } } as const;
  const table = resultTable({ ...result([method("one", { A: 1 })]), benchmark }, BASIS);
  const rows = table.split("\n").map((line) => line.split(/\s{2,}/));
  assert.deepEqual(rows[0], ["", "one", "NIFTY50"]);
  assert.deepEqual(rows[1], ["", "computed", "benchmark"]);
  assert.deepEqual(rows[2], ["A", "100.00 %", "-"]);
  assert.deepEqual(rows.find(([title]) => title === "annual return"), ["annual return", "10.00 %", "12.00 %"]);
  assert.deepEqual(rows.find(([title]) => title === "proven optimal"), ["proven optimal", "-", "-"]);
});

Deno.test("the result table states the risk-free rate, that returns are before costs, and the period of the CVaR", () => {
  const table = (frequency: Frequency) => resultTable(result([method("one", { A: 1 })]), { ...BASIS, frequency });
  assert.match(table("daily"), /^CVaR 95 %, a day /m);
  assert.match(table("weekly"), /^CVaR 95 %, a week /m);
  assert.match(table("monthly"), /^CVaR 95 %, a month /m);
  assert.match(table("daily"), /\nrisk-free rate 6\.50 % a year, returns before costs\n$/);
});
