import { isObject } from "../faults/json_object.ts";
import { BENCHMARK_IDS } from "../market_data/provider.ts";
import { marketsIn } from "./listed_assets.ts";
import { parseRun } from "./parse_run.ts";
import type { HistoryBeside } from "./parts/history.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import { requestOf } from "./run_request.ts";

/**
 * Reads the request of an accepted run from its stored config and the history of the upload that it names alone. Its
 * assets count as listed, whatever market data says now. The name is left out, because the run's record has it and an
 * old name that is invalid today must not make the run unreadable.
 */
export function readRunConfig(config: unknown, uploaded?: HistoryBeside): OptimizationRequest {
  const run = parseRun(withoutName(config), uploaded);
  const [market = null] = marketsIn(run.body);
  return requestOf(run, {
    market: {
      assetOf: (name) => name,
      marketOf: () => market,
      hintOf: () => null,
      assets: () => [],
      benchmarks: BENCHMARK_IDS,
    },
  });
}

function withoutName(config: unknown): unknown {
  if (!isObject(config)) return config;
  const { name: _, ...rest } = config;
  return rest;
}
