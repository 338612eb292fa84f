import { isObject } from "../faults/json_object.ts";
import { BENCHMARK_IDS } from "../market_data/provider.ts";
import { marketsIn } from "./listed_assets.ts";
import { parseRun } from "./parse_run.ts";
import { type OptimizationRequest, requestOf } from "./run_request.ts";

/**
 * The request of a run that was accepted, from its config alone: its assets are taken as listed, whatever market data
 * says now. It has no name, which stands in the record of the run: one of before names were held to what can be shown
 * keeps no run from being read.
 */
export function readRunConfig(config: unknown): OptimizationRequest {
  const run = parseRun(withoutName(config));
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
