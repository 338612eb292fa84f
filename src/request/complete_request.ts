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

/** What market data is asked for a run. */
export type MarketQuestion =
  | NamedAssets & { readonly about: "listings" }
  | {
    readonly about: "session";
    readonly market: ListedMarketId;
    readonly assets: readonly AssetId[];
    /** First and last day as the run names them, null where it does not. */
    readonly start: string | null;
    readonly end: string | null;
    /** As the run names it, null where it is the market's. */
    readonly riskFreeRate: number | null;
  };

/** What it says, as plain data. */
export type MarketAnswer =
  | { readonly about: "listings"; readonly found: Listings }
  | { readonly about: "session"; readonly found: Pick<OptimizationRequest, "risk_free_rate"> & { end_date: string } };

/** What is asked for a run: of the account's saved maps, before anything is checked, then of market data. */
export type RunQuestion = MarketQuestion | { readonly about: "maps"; readonly mapIds: readonly string[] };

/** What the one and the other say, as plain data. */
export type RunAnswer = MarketAnswer | { readonly about: "maps"; readonly found: SavedMaps | null };

/**
 * The request in a body of POST /jobs: the saved maps that it names read, its stocks and funds found in the listings of
 * market data, its end date frozen at the last finished session, its risk-free rate the market's where it names none.
 * Asks what it needs, one question after the other, and is given the answers. Throws as `parseRequest` does, and for
 * maps that are not found.
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
  // A request that can be made: only then is it asked which session is the last.
  if (!request.listed || market === "CUSTOM") return request;
  const { start_date: start = null, end_date: end = null } = request;
  const session = yield {
    about: "session",
    ...{ market, assets, start, end },
    riskFreeRate: run.body.risk_free_rate ?? null,
  };
  return session.about === "session" ? { ...request, ...session.found } : request;
}

/** The saved maps that a body names, asked for where there are any. Throws `validation_failed` as `checkFoundMaps`. */
export function* readSavedMaps(body: unknown): Generator<RunQuestion, SavedMaps, RunAnswer> {
  const named = mapsNamedIn(body);
  if (named.length === 0) return NO_SAVED_MAPS;
  const answer = yield { about: "maps", mapIds: idsOfNamed(named) };
  return checkFoundMaps(named, answer.about === "maps" ? answer.found : null);
}
