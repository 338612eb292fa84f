import { z } from "zod";
import { type AssetId, assetId } from "../domain/asset.ts";
import { FaultList } from "../faults/fault_list.ts";
import { isObject } from "../faults/json_object.ts";
import { parseBySchema } from "../faults/parse_by_schema.ts";
import { BENCHMARK_IDS } from "../market_data/provider.ts";
import { refuseLargeBody } from "./body_size.ts";
import { readSavedMaps, readUpload, type RunAnswer, type RunQuestion } from "./complete_request.ts";
import { convertedHistory } from "./conversion.ts";
import {
  assetsIn,
  checkListed,
  type ListedAssets,
  type ListedMarket,
  listedMarket,
  type ListedMarketId,
  marketOf,
  marketsIn,
  readListedAssets,
} from "./listed_assets.ts";
import { assetsPart, readHistory } from "./parts/assets.ts";
import { benchmarkOf, benchmarkPart } from "./parts/benchmark.ts";
import { type Constraints, constraintsPart, readConstraints } from "./parts/constraints.ts";
import { currenciesPart } from "./parts/currencies.ts";
import { datesPart } from "./parts/dates.ts";
import { type Estimators, estimatorsPart, readEstimators } from "./parts/estimators.ts";
import { checkNames, HISTORY_LIMITS, type HistoryBeside, type OwnHistory, scenariosOf } from "./parts/history.ts";
import type { Fields } from "./parts/part.ts";
import { startingPortfolioPart } from "./parts/starting_portfolio.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import { MapsOfRun, NO_SAVED_MAPS, type SavedMaps } from "./saved_maps.ts";

/**
 * Schema of the body of POST /constraints/preflight: a run without methods. The assets may be given by their ids alone.
 */
export const preflightSchema = z.strictObject({
  market: z.enum(["IN", "US", "MF", "CUSTOM"]).optional().meta({
    description: "The market of the assets; derived from their ids if absent",
  }),
  assets: z.array(z.string().max(120)).min(1).max(HISTORY_LIMITS.assets).optional().meta({
    description: "Ids of assets, whose prices are not loaded; in place of one of the six inputs of a run",
  }),
  ...assetsPart.schema.shape,
  ...currenciesPart.schema.shape,
  ...datesPart.schema.shape,
  ...benchmarkPart.schema.shape,
  ...estimatorsPart.schema.shape,
  ...constraintsPart.schema.shape,
  ...startingPortfolioPart.schema.shape,
});
type PreflightBody = z.output<typeof preflightSchema>;

/**
 * Type of a checked request for a constraint preflight, with every default filled in: a run's request without methods.
 */
export interface PreflightRequest extends OptimizationRequest {
  /**
   * Whether expected returns and covariances can be known: the request has moments, a history, or stocks or funds whose
   * prices are loaded. False if it names its assets by their ids alone.
   */
  readonly hasEstimates: boolean;
}

/**
 * Type of a constraint preflight's request body after parsing, before names are looked up and rules across fields are
 * checked.
 */
interface ParsedPreflight extends Estimators {
  readonly body: PreflightBody;
  /** Number of names, texts, lists and objects in the request body, as `refuseLargeBody` counts them. */
  readonly values: number;
  readonly uploaded: HistoryBeside | undefined;
  readonly history: OwnHistory | null;
  readonly constraints: Constraints;
  readonly faults: FaultList;
}

/** Parses the request body of a constraint preflight. Throws `validation_failed` like `parseRun`. */
function parsePreflight(body: unknown, uploaded?: HistoryBeside): ParsedPreflight {
  const faults = new FaultList();
  if (!isObject(body)) {
    faults.add("", "Cannot read the request: the body must be a JSON object");
    throw faults.refusal();
  }
  const values = refuseLargeBody(body);
  const fields = parseBySchema(preflightSchema, body, faults);
  const history = readHistory(body, uploaded, faults);
  const sent = isObject(body.constraints) ? body.constraints : {};
  const constraints = readConstraints(sent, faults.within("/constraints"));
  const estimators = readEstimators(body, fields?.moments, faults);
  if (fields === null || constraints === null || estimators === null) throw faults.refusal();
  return { body: fields, values, uploaded, history, constraints, ...estimators, faults };
}

/**
 * Reads the body of POST /constraints/preflight into a complete request. Takes the classification maps that it names
 * from the saved maps and looks its assets up in market data; yields questions like `completeRequest`. Throws
 * `validation_failed` with pointers into the body.
 */
export function* completePreflight(body: unknown): Generator<RunQuestion, PreflightRequest, RunAnswer> {
  const maps = yield* readSavedMaps(body), parsed = parsePreflight(body, yield* readUpload(body));
  const markets = marketsOf(parsed.body);
  const named = parsed.body.assets?.map(assetId) ?? assetsIn(parsed.body);
  const benchmark = typeof parsed.body.benchmark === "string" ? parsed.body.benchmark : null;
  const listings = markets.length === 0 ? null : yield { about: "listings", markets, named, benchmark };
  const found = listings?.about === "listings" ? listedMarket(listings.found) : null;
  const request = preflightOf(parsed, { market: found, maps });
  const { listed, market, assets } = request;
  if (!listed || market === "CUSTOM") return request;
  const { start_date: start = null, end_date: end = null } = request;
  const riskFreeRate = parsed.body.risk_free_rate ?? null;
  const session = yield { about: "session", market, assets, start, end, riskFreeRate };
  return session.about === "session" ? { ...request, ...session.found } : request;
}

/**
 * Returns, as JSON bytes, the body of a constraint preflight together with the data that market data added. Reading
 * them again gives the same request.
 */
export function preflightConfig(
  body: unknown,
  { assets, market, ...request }: PreflightRequest,
): Uint8Array<ArrayBuffer> {
  const sent: Fields = isObject(body) ? body : {};
  const config = {
    ...sent,
    ...sent.assets === undefined ? {} : { assets, market },
    ...assetsPart.config({ assets, listed: request.listed }),
    ...datesPart.config(request),
    ...benchmarkPart.config(request),
    ...constraintsPart.config(request),
  };
  return new TextEncoder().encode(JSON.stringify(config));
}

/** Reads the stored config of a constraint preflight. Its assets count as listed, whatever market data says now. */
export function readPreflightConfig(config: unknown, uploaded?: HistoryBeside): PreflightRequest {
  const parsed = parsePreflight(config, uploaded), [market = null] = marketsOf(parsed.body);
  const asListed: ListedMarket = {
    assetOf: (name) => name,
    marketOf: () => market,
    hintOf: () => null,
    assets: () => [],
    benchmarks: BENCHMARK_IDS,
  };
  return preflightOf(parsed, { market: asListed, maps: NO_SAVED_MAPS });
}

/** Pattern of the ids of listed assets, which begin with their exchange or market. */
const LISTED = /^(NSE|BSE|US|MF):/;

/**
 * Returns the markets in which the assets of a constraint preflight are looked up, each once. Ids are looked up in the
 * market that the body gives, or in the one that their prefix names.
 */
function marketsOf({ assets, market, ...body }: PreflightBody): readonly ListedMarketId[] {
  if (assets === undefined) return marketsIn(body);
  if (market !== undefined) return market === "CUSTOM" ? [] : [market];
  const [first] = assets;
  return first !== undefined && assets.every((id) => LISTED.test(id)) ? [marketOf(assetId(first))] : [];
}

function preflightOf(
  parsed: ParsedPreflight,
  { market, maps }: { readonly market: ListedMarket | null; readonly maps: SavedMaps },
): PreflightRequest {
  const { body, values, history, faults } = parsed;
  const listed = body.assets === undefined
    ? readListedAssets(body, market, faults)
    : idsIn(body.assets, { markets: marketsOf(body), market, faults });
  faults.throwIfAny();
  const assets = listed?.assets ?? body.assets?.map(assetId) ?? history?.table.assets ?? momentAssets(body);
  const benchmark = body.benchmark === undefined ? null : benchmarkOf(body.benchmark, { assets });
  const constraints = new MapsOfRun(maps, assets, { values }).fill(parsed.constraints);
  const run = {
    ...parsed,
    constraints,
    ...{ market, listed, assets, benchmark, methods: [] },
    beside: parsed.uploaded,
    hasHistory: body.moments === undefined,
    ...scenariosOf({ history }),
    hasBenchmark: benchmark !== null,
    isByPairs: body.history === "available",
    hasStartingPortfolio: body.starting_portfolio !== undefined,
  };
  checkInputs(body, faults);
  if (body.assets === undefined && faults.isEmpty) assetsPart.rules(body, run, faults);
  if (body.assets === undefined && faults.isEmpty) currenciesPart.rules(body, run, faults);
  datesPart.rules(body, run, faults);
  benchmarkPart.rules(body, run, faults);
  estimatorsPart.rules(body, run, faults);
  constraintsPart.rules(body, run, faults);
  checkMarket(body, listed, faults);
  faults.throwIfAny();
  return requestOf({ ...parsed, constraints }, { listed, assets, benchmark });
}

function requestOf(
  { body, history, constraints, expected_returns, covariance }: ParsedPreflight,
  { listed, assets, benchmark }:
    & { readonly listed: ListedAssets | null }
    & Pick<PreflightRequest, "assets" | "benchmark">,
): PreflightRequest {
  const { start_date, end_date, frequency, partial_periods, periods_per_year, starting_portfolio } = body;
  const { risk_free_rate = 0 } = body;
  const own = history && { ...convertedHistory(body, history), source: "request" as const, market: "CUSTOM" as const };
  return {
    ...start_date === undefined ? {} : { start_date },
    ...end_date === undefined ? {} : { end_date },
    ...starting_portfolio === undefined ? {} : { starting_portfolio },
    ...partial_periods === undefined ? {} : { partial_periods },
    ...periods_per_year === undefined ? {} : { periods_per_year },
    ...{ frequency, risk_free_rate, assets, benchmark, constraints, expected_returns, covariance },
    market: listed?.market ?? "CUSTOM",
    history: own,
    historyUse: body.history,
    listed: listed !== null && body.assets === undefined,
    methods: [],
    asset_statistics: "standard",
    seed: 0,
    doubts: "tell",
    estimates: "standard",
    doubtsOfRequest: [],
    hasEstimates: body.assets === undefined,
  };
}

/**
 * Returns the assets that a constraint preflight names: ids of one market, or the caller's own names if no market is
 * given. Reports ids that are unknown, repeated or of another market.
 */
function idsIn(
  ids: readonly string[],
  { markets: [market], market: lists, faults }: {
    readonly markets: readonly ListedMarketId[];
    readonly market: ListedMarket | null;
    readonly faults: FaultList;
  },
): ListedAssets | null {
  if (market === undefined) {
    checkNames("/assets", ids, faults);
    return null;
  }
  const assets = ids.map((id) => lists?.assetOf(assetId(id)) ?? assetId(id));
  const stray = assets.findIndex((asset) => !LISTED.test(asset) || marketOf(asset) !== market);
  if (stray >= 0) {
    const id = JSON.stringify(ids[stray]);
    faults.add(`/assets/${stray}`, `Cannot take ${id} in market ${market}: send assets of one market, by their ids`);
    return { market, assets };
  }
  checkListed(assets, { market: lists, place: (i) => `/assets/${i}`, what: "asset" }, faults);
  return { market, assets };
}

function momentAssets({ moments }: PreflightBody): readonly AssetId[] {
  return moments?.assets.map(assetId) ?? [];
}

const INPUTS = ["assets", "stocks", "funds", "prices", "returns", "moments", "scenarios"] as const;

function checkInputs(body: PreflightBody, faults: FaultList): void {
  const [first, ...others] = INPUTS.filter((field) => body[field] !== undefined);
  if (first === undefined) {
    const inputs = "one of assets, stocks, funds, prices, returns, moments and scenarios is needed";
    faults.add("", `Cannot find an asset: ${inputs}`);
  }
  if (first !== "assets") return;
  for (const extra of others) faults.add(`/${extra}`, `Cannot take "${extra}" beside "${first}": send one of them`);
}

function checkMarket({ market }: PreflightBody, listed: ListedAssets | null, faults: FaultList): void {
  const own = listed?.market ?? "CUSTOM";
  if (market !== undefined && market !== own) {
    faults.add("/market", `Cannot take market ${market}: the assets are of market ${own}`);
  }
}
