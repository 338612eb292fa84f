import type { AssetId } from "../domain/asset.ts";
import {
  assetsIn,
  listedMarket,
  type ListedMarketId,
  type Listings,
  marketsIn,
  type NamedAssets,
} from "./listed_assets.ts";
import { parseRun } from "./parse_run.ts";
import type { HistoryBeside } from "./parts/history.ts";
import { type OptimizationRequest, requestOf } from "./run_request.ts";
import { checkFoundMaps, idsOfNamed, mapsNamedIn, NO_SAVED_MAPS, type SavedMaps } from "./saved_maps.ts";

/** A question about a run to market data: the listings of its assets, or its last session and risk-free rate. */
export type MarketQuestion =
  | NamedAssets & { readonly about: "listings" }
  | {
    readonly about: "session";
    readonly market: ListedMarketId;
    readonly assets: readonly AssetId[];
    /** First and last day as the run's request names them. Null if it does not. */
    readonly start: string | null;
    readonly end: string | null;
    /** Annual risk-free rate that the run's request names. Null if the market's rate is to be used. */
    readonly riskFreeRate: number | null;
  };

/** Answer of market data to a question about a run, as plain data that can be sent to a worker. */
export type MarketAnswer =
  | { readonly about: "listings"; readonly found: Listings }
  | { readonly about: "session"; readonly found: Pick<OptimizationRequest, "risk_free_rate"> & { end_date: string } };

/**
 * A question about a run: to the account's saved classification maps, before anything is checked, or to market data.
 */
export type RunQuestion = MarketQuestion | { readonly about: "maps"; readonly mapIds: readonly string[] };

/** Answer to a question about a run, from saved maps or market data, as plain data that can be sent to a worker. */
export type RunAnswer = MarketAnswer | { readonly about: "maps"; readonly found: SavedMaps | null };

/**
 * Reads the body of POST /jobs into a complete request. Reads the saved maps that the body names, looks its stocks and
 * funds up in market data, fixes the end date at the last finished session and uses the market's risk-free rate if the
 * body names none. Yields each question and receives its answer. Throws like `parseRequest`, and for maps that are not
 * found.
 */
export function* completeRequest(
  body: unknown,
  beside?: HistoryBeside,
): Generator<RunQuestion, OptimizationRequest, RunAnswer> {
  const maps = yield* readSavedMaps(body), run = parseRun(body, beside);
  const markets = run.beside === undefined ? marketsIn(run.body) : [];
  const benchmark = typeof run.body.benchmark === "string" ? run.body.benchmark : null;
  const named = { markets, named: assetsIn(run.body), benchmark };
  const listings = markets.length === 0 ? null : yield { about: "listings", ...named };
  const found = listings?.about === "listings" ? listedMarket(listings.found) : null;
  const request = requestOf(run, { market: found, maps });
  const { market, assets } = request;
  // The last session is asked for only once the request has proved valid.
  if (!request.listed || market === "CUSTOM") return request;
  const { start_date: start = null, end_date: end = null } = request;
  const session = yield {
    about: "session",
    ...{ market, assets, start, end },
    riskFreeRate: run.body.risk_free_rate ?? null,
  };
  return session.about === "session" ? { ...request, ...session.found } : request;
}

/**
 * Yields a question for the saved maps that a body names, if there are any, and returns them. Throws
 * `validation_failed` like `checkFoundMaps`.
 */
export function* readSavedMaps(body: unknown): Generator<RunQuestion, SavedMaps, RunAnswer> {
  const named = mapsNamedIn(body);
  if (named.length === 0) return NO_SAVED_MAPS;
  const answer = yield { about: "maps", mapIds: idsOfNamed(named) };
  return checkFoundMaps(named, answer.about === "maps" ? answer.found : null);
}
