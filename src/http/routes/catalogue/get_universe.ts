import { createHash } from "node:crypto";
import { z } from "zod";
import type { AssetId } from "../../../domain/asset.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import type { Listing, ListingRows, Listings } from "../../../market_data/provider.ts";
import { nextTurn } from "../../../runtime/next_turn.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import {
  FIXED_DOCUMENT_CODING,
  FIXED_DOCUMENT_HEADERS,
  type FixedAnswer,
  fixedDocument,
} from "../../fixed_document.ts";

const ticker = z.strictObject({
  symbol: z.string().meta({ description: "The ticker of NSE, the code of BSE" }),
  security_id: z.string().nullable().meta({
    description: "The ticker in letters that BSE has beside its code; null on NSE",
  }),
  name: z.string(),
  exchange: z.enum(["NSE", "BSE"]),
  series: z.string().nullable().meta({ description: "The series of NSE, the group of BSE" }),
  isin: z.string().nullable(),
  listed_on: z.iso.date().nullable(),
  face_value: z.number().nullable().meta({ description: "In rupees" }),
  sector: z.string().nullable(),
}).meta({ id: "Ticker" });

const universe = z.strictObject({
  as_of: z.iso.date().nullable().meta({ description: "The day of the older list of the two exchanges" }),
  digest: z.string().meta({ description: "Digest of the tickers and their day, from which the ETag is made" }),
  count: z.int(),
  tickers: z.array(ticker).meta({ description: "Tickers of NSE, then of BSE, by symbol" }),
}).meta({ id: "Universe" });

/** Endpoint that lists the tickers of both Indian exchanges. A client whose copy is current gets 304. */
export const getUniverse = defineEndpoint({
  method: "GET",
  path: "/universe",
  credential: "public",
  rateLimit: "catalogue",
  summary: "List the tickers of the Indian exchanges",
  description:
    "Never returns an old copy: if the lists cannot be refreshed in time, the answer is 503. Takes If-None-Match.",
  responses: {
    200: {
      description: "The tickers",
      media: "application/json",
      shape: universe,
      headers: FIXED_DOCUMENT_HEADERS,
      optionalHeaders: FIXED_DOCUMENT_CODING,
    },
    304: { description: "The list still has the ETag of If-None-Match", headers: FIXED_DOCUMENT_HEADERS },
    503: problem("universe_unavailable"),
  },
}, async ({ headers }, { currentLists }) => {
  return await (await answerOf(await currentLists.current("IN")))(headers);
});

type Answer = (request: Headers) => Promise<FixedAnswer>;

const answers = new WeakMap<ListingRows<Listing>, { readonly asOf: string | null; readonly answer: Promise<Answer> }>();

/**
 * Returns the handler that answers with a list of the tickers of a market. It is made once for each list, because the
 * provider returns the same list object while nothing has changed.
 */
function answerOf(listings: Listings): Promise<Answer> {
  const { items, asOf } = listings;
  const known = answers.get(items);
  if (known !== undefined && known.asOf === asOf) return known.answer;
  const answer = answerWith(listings);
  answers.set(items, { asOf, answer });
  return answer;
}

/**
 * Builds the handler that answers with the tickers that a list names; an asset that only has prices is none. Each step
 * takes some milliseconds; other requests get a turn in between.
 */
async function answerWith({ items, asOf, unlisted = NONE }: Listings): Promise<Answer> {
  const listed = [...items].filter(({ asset }) => !unlisted.has(asset));
  const tickers = listed.filter(isOfUniverse).map(tickerOf);
  await nextTurn();
  tickers.sort(inOrder);
  await nextTurn();
  const digest = `sha256:${createHash("sha256").update(JSON.stringify([asOf, tickers])).digest("hex")}`;
  const body: DeepReadonly<z.input<typeof universe>> = { as_of: asOf, digest, count: tickers.length, tickers };
  await nextTurn();
  return fixedDocument(() => body, { cacheControl: "no-cache", digest });
}

const NONE: ReadonlySet<AssetId> = new Set();

type Ticker = DeepReadonly<z.input<typeof ticker>>;
type ListedTicker = Listing & { readonly exchange: Ticker["exchange"] };

function isOfUniverse(listing: Listing): listing is ListedTicker {
  return listing.exchange === "NSE" || listing.exchange === "BSE";
}

function tickerOf(
  { symbol, securityId, name, exchange, series, isin, listedOn, faceValue, sector }: ListedTicker,
): Ticker {
  return {
    symbol,
    security_id: securityId,
    name,
    exchange,
    series,
    isin,
    listed_on: listedOn,
    face_value: faceValue,
    sector,
  };
}

function inOrder(a: Ticker, b: Ticker): number {
  if (a.exchange !== b.exchange) return a.exchange === "NSE" ? -1 : 1;
  return a.symbol < b.symbol ? -1 : 1;
}
