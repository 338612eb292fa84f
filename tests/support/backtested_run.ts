import { readBacktest } from "../../src/jobs/backtest_request.ts";
import { FaultList } from "../../src/jobs/fault_list.ts";
import type { BacktestInputs } from "../../src/jobs/kinds/backtest.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { parseRequest } from "../../src/jobs/request.ts";
import { sample } from "../../src/market_data/providers/sample.ts";

/** What a worker computes a backtest from: the inputs of a run by its body, and the fields of the backtest. */
export async function backtestInputs(
  body: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Promise<BacktestInputs> {
  const dependencies = { marketData: sample, now: () => "2026-01-01T00:00:00.000Z" };
  const inputs = await prepareInputs(parseRequest(body), dependencies, new AbortController().signal);
  const { request, history } = inputs;
  const faults = new FaultList();
  const run = { ...request, hasHistory: history !== null, hasStartingPortfolio: request.startingPortfolio !== null };
  const backtest = readBacktest(fields, "", run, faults);
  faults.throwIfAny();
  if (backtest === null) throw new Error("A backtest without a fault has all its parts");
  return { ...inputs, backtest };
}
