import type { AssetId } from "../domain/asset.ts";
import type { Doubt } from "../domain/doubt.ts";
import { matrix } from "../domain/matrix.ts";
import { isObject } from "../faults/json_object.ts";
import { BENCHMARK_IDS } from "../market_data/provider.ts";
import { marketsIn } from "./listed_assets.ts";
import { type ParsedRun, parseRun } from "./parse_run.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import { sentHistoryOf } from "./parts/assets.ts";
import { areWeighted } from "./parts/scenarios.ts";
import type { Lookups } from "./resolve_run.ts";
import { requestOf } from "./run_request.ts";

/**
 * Reads the request of an accepted run from its stored config alone. Its assets count as listed, whatever market data
 * says now. The name is left out, because the run's record has it and an old name that is invalid today must not make
 * the run unreadable.
 */
export function readRunConfig(config: unknown): OptimizationRequest {
  const run = parseRun(withoutName(config));
  return requestOf(run, lookupsOf(run));
}

/** Type of what an earlier reading of a run's own history has found: its assets, and the doubts about the request. */
export interface HistoryReadBefore {
  readonly assets: readonly AssetId[];
  readonly doubts: readonly Doubt[];
}

/**
 * Reads the request of an accepted run from its stored config without the rows of its history. The rules that were
 * checked with the history are not checked again. The request is the one of `readRunConfig`, but its history has no
 * rows.
 */
export function readConfigWithoutHistory(config: unknown, { assets, doubts }: HistoryReadBefore): OptimizationRequest {
  const sent = isObject(config) ? config : {}, kind = sentHistoryOf(sent) ?? "prices";
  const isWeighted = kind === "scenarios" && areWeighted(sent.scenarios);
  const rows = { dates: [], assets, values: matrix(0, assets.length) };
  const table = isWeighted ? { ...rows, probabilities: new Float64Array() } : rows;
  const beside = { kind, source: "request", market: "CUSTOM", table } as const;
  const run = parseRun(withoutName(config), beside);
  return requestOf(run, lookupsOf(run), { found: doubts });
}

/** Returns lookups in which every name is found as it is. */
function lookupsOf({ body }: ParsedRun): Lookups {
  const [market = null] = marketsIn(body);
  return {
    market: {
      assetOf: (name) => name,
      marketOf: () => market,
      hintOf: () => null,
      assets: () => [],
      benchmarks: BENCHMARK_IDS,
    },
  };
}

function withoutName(config: unknown): unknown {
  if (!isObject(config)) return config;
  const { name: _, ...rest } = config;
  return rest;
}
