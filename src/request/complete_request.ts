import type { AssetId } from "../domain/asset.ts";
import { assetsIn, listedMarket, type ListedMarketId, type Listings, marketsIn } from "./listed_assets.ts";
import type { ParsedRun } from "./parse_run.ts";
import { type OptimizationRequest, requestOf } from "./run_request.ts";

/** What market data is asked for a run. */
export type MarketQuestion =
  | { readonly about: "listings"; readonly markets: readonly ListedMarketId[]; readonly named: readonly AssetId[] }
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

/**
 * The request of a parsed run: its stocks and funds found in the listings of market data, its end date frozen at the
 * last finished session, its risk-free rate the market's where it names none. Asks what it needs of market data, one
 * question after the other, and is given the answers. Throws as `parseRequest` does.
 */
export function* completeRequest(run: ParsedRun): Generator<MarketQuestion, OptimizationRequest, MarketAnswer> {
  const markets = run.beside === undefined ? marketsIn(run.body) : [];
  const listings = markets.length === 0 ? null : yield { about: "listings", markets, named: assetsIn(run.body) };
  const request = requestOf(run, { market: listings?.about === "listings" ? listedMarket(listings.found) : null });
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
