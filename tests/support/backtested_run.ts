import type { BacktestInputs } from "../../src/computations/backtest.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { readRequest } from "../../src/request/read_request.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { RISK_FREE_RATES } from "./submission.ts";

/**
 * Returns the inputs from which a worker computes the `rolling_backtest` of a body of POST /jobs, on the sample market
 * and without creating a job. Throws if the body has no `rolling_backtest`.
 */
export async function backtestInputs(body: Readonly<Record<string, unknown>>): Promise<BacktestInputs> {
  const dependencies = { marketData: sample, now: () => "2026-01-01T00:00:00.000Z" };
  const { signal } = new AbortController();
  const request = await readRequest(body, { ...dependencies, riskFreeRates: RISK_FREE_RATES }, { signal });
  const inputs = await prepareInputs(request, dependencies, signal);
  const { rolling_backtest: backtest } = inputs.request;
  if (backtest === undefined) throw new Error("The body has no rolling_backtest");
  return { ...inputs, backtest };
}
