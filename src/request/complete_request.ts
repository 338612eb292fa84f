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
import type { OptimizationRequest } from "./optimization_request.ts";
import { requestOf } from "./run_request.ts";
import { checkFoundUpload, type UploadedBytes, uploadNamedIn } from "./parts/upload.ts";
import { decodeUploadedHistory } from "./uploaded_history.ts";
import { checkFoundMaps, idsOfNamed, mapsNamedIn, NO_SAVED_MAPS, type SavedMaps } from "./saved_maps.ts";

/**
 * Type of a question to market data that arises while a run's request is read: the listings of its assets, or its last
 * session and risk-free rate.
 */
export type MarketQuestion =
  | NamedAssets & { readonly about: "listings" }
  | {
    readonly about: "session";
    readonly market: ListedMarketId;
    readonly assets: readonly AssetId[];
    /** First and last day of the history, as YYYY-MM-DD, in the run's request. Null if the request names none. */
    readonly start: string | null;
    readonly end: string | null;
    /** Annual risk-free rate, as a fraction, in the run's request. Null if the market's rate is to be used. */
    readonly riskFreeRate: number | null;
  };

/**
 * Type of the answer of market data to a question about a run's request. It is plain data that can be sent to a worker.
 */
export type MarketAnswer =
  | { readonly about: "listings"; readonly found: Listings }
  | { readonly about: "session"; readonly found: Pick<OptimizationRequest, "risk_free_rate"> & { end_date: string } };

/**
 * Type of a question that is yielded while a run's request is read: first, before the body is checked, for the
 * account's saved classification maps and for the upload that it names; then to market data.
 */
export type RunQuestion =
  | MarketQuestion
  | { readonly about: "maps"; readonly mapIds: readonly string[] }
  | UploadQuestion;

/** Type of a question for the stored history of an upload that a run's request names. */
export interface UploadQuestion {
  readonly about: "upload";
  readonly uploadId: string;
}

/**
 * Type of the answer to a question about a run's request, from saved maps, uploads or market data. It is plain data
 * that can be sent to a worker. An upload is `absent` where the account has none of this id that is ready, and `not
 * here` in a run without the service.
 */
export type RunAnswer =
  | MarketAnswer
  | { readonly about: "maps"; readonly found: SavedMaps | null }
  | { readonly about: "upload"; readonly found: UploadedBytes | "absent" | "not here" };

/**
 * Reads the body of POST /jobs into a complete request. Takes the classification maps that the body names from the
 * saved maps and the history of the upload that it names from the uploads, looks its stocks and funds up in market
 * data, fixes the end date at the last finished session and uses the market's risk-free rate if the body names none.
 * Yields each question to these sources and receives its answer. Throws like `parseRequest`, and for maps that are not
 * found.
 */
export function* completeRequest(
  body: unknown,
  beside?: HistoryBeside,
): Generator<RunQuestion, OptimizationRequest, RunAnswer> {
  const maps = yield* readSavedMaps(body), run = parseRun(body, beside ?? (yield* readUpload(body)));
  const isOfFile = run.beside !== undefined && run.beside.isUpload !== true;
  const markets = isOfFile ? [] : marketsIn(run.body);
  const benchmark = typeof run.body.benchmark === "string" ? run.body.benchmark : null;
  const named = { markets, named: assetsIn(run.body), benchmark };
  const listings = markets.length === 0 ? null : yield { about: "listings", ...named };
  const found = listings?.about === "listings" ? listedMarket(listings.found) : null;
  const request = requestOf(run, { market: found, maps });
  const { market, assets } = request;
  // Market data is asked for the last trading session only once the run's request has proved valid.
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
 * Returns the saved classification maps that a request body names. It yields the question for these maps, if there are
 * any, and receives the answer. Throws `validation_failed` for too many maps or for one that was not found.
 */
export function* readSavedMaps(body: unknown): Generator<RunQuestion, SavedMaps, RunAnswer> {
  const named = mapsNamedIn(body);
  if (named.length === 0) return NO_SAVED_MAPS;
  const answer = yield { about: "maps", mapIds: idsOfNamed(named) };
  return checkFoundMaps(named, answer.about === "maps" ? answer.found : null);
}

/**
 * Returns the history of the upload that a request body names. It yields the question for the upload, if there is one,
 * and receives the answer. Throws `validation_failed` if the upload cannot be used.
 */
export function* readUpload(body: unknown): Generator<RunQuestion, HistoryBeside | undefined, RunAnswer> {
  const named = uploadNamedIn(body);
  if (named === null) return undefined;
  const answer = yield { about: "upload", uploadId: named.uploadId };
  const { history } = checkFoundUpload(named, answer.about === "upload" ? answer.found : "absent");
  return decodeUploadedHistory(history);
}
