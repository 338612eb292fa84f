import type { AssetId } from "../domain/asset.ts";
import type { Doubt } from "../domain/doubt.ts";
import { matrix } from "../domain/matrix.ts";
import { isObject } from "../faults/json_object.ts";
import { BENCHMARK_IDS } from "../market_data/provider.ts";
import { marketsIn } from "./listed_assets.ts";
import { type ParsedRun, parseRun } from "./parse_run.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import { sentHistoryOf } from "./parts/assets.ts";
import type { HistoryFacts } from "./parts/history_facts.ts";
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
  /** What a later check of numbers needs to know of the rows; absent where nothing is checked. */
  readonly facts?: HistoryFacts;
}

/**
 * Reads the request of an accepted run from its stored config without the rows of its history. The rules that were
 * checked with the history are not checked again. The request is the one of `readRunConfig`, but its history has no
 * rows.
 */
export function readConfigWithoutHistory(
  config: unknown,
  { assets, doubts, facts }: HistoryReadBefore,
): OptimizationRequest {
  const sent = isObject(config) ? config : {}, kind = sentHistoryOf(sent) ?? "prices";
  const isWeighted = kind === "scenarios" && areWeighted(sent.scenarios);
  const rows = { dates: [], assets, values: matrix(0, assets.length) };
  const table = isWeighted ? { ...rows, probabilities: new Float64Array() } : rows;
  const known = facts === undefined ? {} : { facts };
  const beside = { kind, source: "request", market: "CUSTOM", table, ...known } as const;
  const run = parseRun(withoutName(config), beside);
  return requestOf(run, lookupsOf(run), { found: doubts });
}

/**
 * Reads the request of a run that has a result with these assets. The rows of its own history are not needed, and may
 * be missing in the config; nothing is checked again and no doubt is told.
 */
export function readFinishedRun(config: unknown, assets: readonly AssetId[]): OptimizationRequest {
  const hasOwnHistory = isObject(config) && sentHistoryOf(config) !== undefined;
  return hasOwnHistory ? readConfigWithoutHistory(config, { assets, doubts: [] }) : readRunConfig(config);
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
