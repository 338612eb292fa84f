import type { Matrix } from "../../../src/domain/matrix.ts";
import { column } from "../../../src/domain/matrix.ts";
import type { Computations } from "../../../src/computations/mod.ts";
import { parseRequest } from "../../../src/request/run_request.ts";
import type { OptimizationResult } from "../../../src/documents/run_result.ts";
import { WorkerPool } from "../../../src/jobs/worker_pool.ts";
import { sample } from "../../../src/market_data/providers/sample.ts";
import type { PoolRow, RowAnswer } from "../row.ts";
import { weekdays } from "../weekdays.ts";
import { prepareInputs } from "../../../src/jobs/kinds/prepare_inputs.ts";

const METHODS = ["min_volatility", "max_sharpe", "min_cvar", "min_semideviation", "min_mad"];
const MANY_METHODS = [
  ...METHODS,
  "min_gini",
  "min_cdar",
  "min_average_drawdown",
  "min_ulcer_index",
  "risk_parity",
];

/** Benchmark row of a whole run, from request body to result: twenty assets over five years by five methods. */
export const endToEnd: PoolRow = runOf({
  id: `20 assets x 5 years, ${METHODS.length} methods`,
  shape: { assets: 20, observations: 1_260 },
  methods: METHODS,
  workers: 1,
});

/** Returns the benchmark row of a whole run of many methods on workers of which all but one are idle. */
export function manyMethodsOn(workers: number): PoolRow {
  return runOf({
    id: `100 assets x 5 years, ${MANY_METHODS.length} methods, ${workers} worker${workers === 1 ? "" : "s"}`,
    shape: { assets: 100, observations: 1_250 },
    methods: MANY_METHODS,
    workers,
  });
}

function runOf(
  { id, shape, methods, workers }: Pick<PoolRow, "id" | "shape"> & {
    readonly methods: readonly string[];
    readonly workers: number;
  },
): PoolRow {
  return {
    id,
    shape,
    open(returns) {
      const body = bodyOf(returns, methods);
      const pool = new WorkerPool<Computations>({ workers }), warm = pool.warm();
      const dependencies = { marketData: sample, now: () => new Date().toISOString() };
      const { signal } = new AbortController();
      return {
        async run() {
          await warm;
          const inputs = await prepareInputs(parseRequest(body), dependencies, signal);
          const { result } = await pool.run("optimization", inputs);
          return () => answerOf(result);
        },
        close: () => pool.close(),
      };
    },
  };
}

function bodyOf(returns: Matrix, methods: readonly string[]): unknown {
  const series = Array.from({ length: returns.columns }, (_, j) => [`A${j}`, Array.from(column(returns, j))]);
  return {
    returns: { dates: weekdays(returns.rows), series: Object.fromEntries(series) },
    methods: methods.map((method) => ({ method })),
  };
}

/** Returns the objective of the first method, its volatility, and whether every method is proven optimal. */
function answerOf({ methods }: OptimizationResult): RowAnswer {
  return {
    objective: methods[0].objective?.value ?? null,
    proven_optimal: methods.every(({ status, certificate }) => status === "optimal" && certificate?.proven_optimal),
  };
}
