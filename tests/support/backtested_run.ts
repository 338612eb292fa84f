import type { BacktestInputs } from "../../src/jobs/kinds/backtest.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { parseRequest } from "../../src/jobs/request.ts";
import { sample } from "../../src/market_data/providers/sample.ts";

/** What a worker computes the `rolling_backtest` of a body from, alone. */
export async function backtestInputs(body: Readonly<Record<string, unknown>>): Promise<BacktestInputs> {
  const dependencies = { marketData: sample, now: () => "2026-01-01T00:00:00.000Z" };
  const inputs = await prepareInputs(parseRequest(body), dependencies, new AbortController().signal);
  const { rollingBacktest } = inputs.request;
  if (rollingBacktest === null) throw new Error("The body has no rolling_backtest");
  return { ...inputs, backtest: rollingBacktest };
}
