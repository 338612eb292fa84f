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
    const [, market, symbol] = /^(NSE|BSE|US|MF):(.+)$/s.exec(id) ?? [];
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

function fault(place: number, detail: string): DomainError {
  return new DomainError("validation_failed", detail, { faults: [{ pointer: `/assets/${place}`, detail }] });
}
