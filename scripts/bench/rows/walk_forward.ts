import { column, type Matrix } from "../../../src/domain/matrix.ts";
import type { BacktestInputs } from "../../../src/computations/backtest.ts";
import type { Computations } from "../../../src/computations/mod.ts";
import { prepareInputs } from "../../../src/jobs/kinds/prepare_inputs.ts";
import { parseRequest } from "../../../src/request/run_request.ts";
import { WorkerPool } from "../../../src/jobs/worker_pool.ts";
import { sample } from "../../../src/market_data/providers/sample.ts";
import type { MarketShape, PoolRow } from "../row.ts";
import { weekdays } from "../weekdays.ts";

const METHOD = "min_volatility";
const TRAIN_WINDOW = 252;

/**
 * Returns the benchmark row of a walk-forward backtest of one method, from the inputs of a run to the complete result.
 * The train window is a year of days, or half of the history where that is shorter.
 */
export function walkForwardOf(shape: MarketShape, rebalances: number): PoolRow {
  return {
    id: `walk-forward n=${shape.assets}, ${rebalances} rebalances`,
    shape,
    open(returns) {
      const prepared = inputsOf(returns, rebalances);
      const pool = new WorkerPool<Computations>({ workers: 1 });
      return {
        async run() {
          const { section } = await pool.run("backtest", structuredClone(await prepared));
          const [{ metrics, rebalances }] = section.methods;
          return () => ({
            objective: metrics.annual_volatility,
            proven_optimal: rebalances.every(({ status }) => status === "optimal"),
          });
        },
        close: () => pool.close(),
      };
    },
  };
}

async function inputsOf(returns: Matrix, rebalances: number): Promise<BacktestInputs> {
  const series = Array.from({ length: returns.columns }, (_, j) => [`A${j}`, Array.from(column(returns, j))]);
  const train_window = Math.min(TRAIN_WINDOW, returns.rows >> 1);
  const request = parseRequest({
    returns: { dates: weekdays(returns.rows), series: Object.fromEntries(series) },
    methods: [METHOD],
    rolling_backtest: { train_window, rebalance_every: Math.ceil((returns.rows - train_window) / rebalances) },
  });
  const dependencies = { marketData: sample, now: () => new Date().toISOString() };
  const inputs = await prepareInputs(request, dependencies, new AbortController().signal);
  if (inputs.request.rolling_backtest === undefined) throw new Error("The request has its backtest");
  return { ...inputs, backtest: inputs.request.rolling_backtest };
}
