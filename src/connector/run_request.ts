import { z } from "zod";
import { DomainError } from "../domain/errors.ts";

const object = z.record(z.string(), z.unknown());
const choice = z.union([z.string(), object]);

/** Schemas of the fields that a run and a check of rules share, as short as an assistant's context needs them. */
export const sharedFields = {
  assets: z.array(z.string().min(1).max(120)).min(1).max(2_000).optional().describe(
    "Ids of search_assets, e.g. NSE:TCS, US:AAPL, MF:119551; or one of prices, returns, moments, scenarios",
  ),
  prices: object.optional().describe(
    'Own prices: {"dates": [...], "series": {"A": [...]}}, {"upload": id}, or locally {"file": "prices.csv"}',
  ),
  returns: object.optional(),
  constraints: object.optional().describe(
    'Rules by family, weights as fractions, e.g. {"weight_bounds": {"max": 0.05}}; families: methods kind rules',
  ),
  expected_returns: object.optional().describe('e.g. {"estimator": "james_stein"}'),
  covariance: object.optional().describe('e.g. {"estimator": "ledoit_wolf"}'),
  benchmark: choice.optional().describe("NIFTY50, SENSEX, BANKNIFTY, SP500, NASDAQ100, an asset or weights"),
  start_date: z.string().max(10).optional(),
  end_date: z.string().max(10).optional(),
  starting_portfolio: z.record(z.string(), z.number()).optional().describe("Present weights by asset id"),
};

/** Returns the body of a request to the API: the ids of assets become its stocks and funds. */
export function bodyOf({ assets, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Array.isArray(assets) ? { ...rest, ...listedAssets(assets.map(String)) } : rest;
}

/** Returns ids of assets as the fields `stocks` or `funds`. Throws `validation_failed` for an id of another form. */
function listedAssets(ids: readonly string[]): Record<string, unknown> {
  const listed = ids.map((id, place) => {
    const [, market, symbol] = ID.exec(id) ?? [];
    if (market !== undefined && symbol !== undefined) return { market, symbol };
    throw fault(
      place,
      `Cannot use "${id}": an id has the form NSE:TCS, BSE:500325, US:AAPL or MF:119551; search_assets finds it`,
    );
  });
  const funds = listed.filter(({ market }) => market === "MF").map(({ symbol }) => ({ scheme_code: Number(symbol) }));
  const stocks = listed.filter(({ market }) => market !== "MF").map(({ market, symbol }) => ({
    ticker: symbol,
    exchange: market,
  }));
  return { ...stocks.length === 0 ? {} : { stocks }, ...funds.length === 0 ? {} : { funds } };
}

const ID = /^(?:(?=MF:\d{1,15}$)|(?!MF:))(NSE|BSE|US|MF):(.+)$/s;

/**
 * Carries a request with `assets` out by its body for the API. Throws what the API throws, with the faults of its
 * stocks and funds at the places of `assets` from which they come.
 */
export async function askedFor<Answer>(
  request: Readonly<Record<string, unknown>>,
  ask: (body: Record<string, unknown>) => Promise<Answer>,
): Promise<Answer> {
  const body = bodyOf(request);
  try {
    return await ask(body);
  } catch (error) {
    const { assets } = request;
    if (!(error instanceof DomainError) || error.faults.length === 0 || !Array.isArray(assets)) throw error;
    const { code, message, conflict, doubts, retryAfterSeconds } = error;
    const faults = error.faults.map((one) => ({ ...one, pointer: pointerInAssets(one.pointer, assets) }));
    throw new DomainError(code, message, {
      faults,
      doubts,
      ...conflict === null ? {} : { conflict },
      ...retryAfterSeconds === null ? {} : { retryAfterSeconds },
    });
  }
}

/** Returns the pointer to the id of an asset for one to a stock or fund; any other pointer as it is. */
function pointerInAssets(pointer: string, assets: readonly unknown[]): string {
  const [, field, place] = /^\/(stocks|funds)(?:\/(\d+)|$)/.exec(pointer) ?? [];
  if (field === undefined) return pointer;
  if (place === undefined) return "/assets";
  const places = [...assets.keys()].filter((at) => String(assets[at]).startsWith("MF:") === (field === "funds"));
  return `/assets/${places[Number(place)] ?? 0}`;
}

function fault(place: number, detail: string): DomainError {
  return new DomainError("validation_failed", detail, { faults: [{ pointer: `/assets/${place}`, detail }] });
}
