import { z } from "zod";
import type { AssetId } from "../../../domain/asset.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import type { Holdings, Position } from "../../../holdings/holdings.ts";
import { BROKERAGES, COLUMN_MEANINGS, WAYS_TO_KNOW } from "../../../holdings/statement.ts";

const position = z.strictObject({
  asset: z.string(),
  name: z.string().meta({ description: "The name in the list of the exchange" }),
  isin: z.string().nullable(),
  quantity: z.number().meta({ description: "Quantity owned, pledged or not" }),
  price: z.number().meta({ description: "Price in the statement, in rupees" }),
  market_value: z.number(),
  weight: z.number().meta({ description: "Fraction of the market value of all positions of its kind" }),
}).meta({ id: "ImportedPosition" });

/**
 * Returns the schema of imported positions of one kind (stocks or funds), with their assets in the form that POST /jobs
 * accepts.
 */
function held<Asset extends z.ZodType>(asset: Asset) {
  return z.strictObject({
    assets: z.array(asset),
    starting_portfolio: z.record(z.string(), z.number()).meta({ description: "Weights, which sum to 1" }),
    positions: z.array(position),
    market_value: z.number().meta({ description: "Market value of all positions, in rupees" }),
  });
}

/** Schema of the holdings read from a brokerage's statement: stocks, funds and unresolved lines. */
export const holdingsBody = z.strictObject({
  brokerage: z.enum(BROKERAGES),
  stocks: held(z.strictObject({ ticker: z.string(), exchange: z.enum(["NSE", "BSE"]) })).meta({
    description: "`assets` and `starting_portfolio` can be sent to POST /jobs as `stocks` and `starting_portfolio`",
    id: "ImportedStocks",
  }),
  funds: held(z.strictObject({ scheme_code: z.int() })).meta({
    description: "`assets` and `starting_portfolio` can be sent to POST /jobs as `funds` and `starting_portfolio`",
    id: "ImportedFunds",
  }),
  unresolved: z.array(z.strictObject({
    row: z.int().meta({ description: "Row in its sheet, counted from 1" }),
    name: z.string(),
    isin: z.string().nullable(),
    reason: z.string(),
  })).meta({ description: "Lines that are in no portfolio, and why" }),
  read_as: z.array(
    z.strictObject({
      sheet: z.string().nullable().meta({ description: "Name of its sheet, where several sheets have holdings" }),
      column: z.string().meta({ description: "Letters of the column, as spreadsheet programs name it" }),
      header: z.string().nullable().meta({ description: "Text of its header cell, cut at 60 characters" }),
      meaning: z.enum(COLUMN_MEANINGS).nullable().meta({ description: "null where the column was not used" }),
      known_by: z.enum(WAYS_TO_KNOW).nullable().meta({
        description:
          "`header`: its name. `form`: the form of its cells, as of an ISIN. `figures`: figures of each line " +
          "that agree, as quantity times price with the value. `place`: where the brokerage has the column",
      }),
      detail: z.string().meta({ description: "What the column was taken for, why, and which rows contradict it" }),
    }).meta({ id: "ReadColumn" }),
  ).meta({ description: "What each column was read as, and how that is known" }),
}).meta({ id: "ImportedHoldings" });

/** Returns the JSON body that shows imported holdings. */
export function presentHoldings(
  { brokerage, stocks, funds, unresolved, columns }: Holdings,
): DeepReadonly<z.input<typeof holdingsBody>> {
  return {
    brokerage,
    stocks: { assets: stocks.map(({ asset }) => stockOf(asset)), ...presentPositions(stocks) },
    funds: { assets: funds.map(({ asset }) => ({ scheme_code: Number(symbolOf(asset)) })), ...presentPositions(funds) },
    unresolved,
    read_as: columns.map(({ knownBy, detail, ...column }) => ({ ...column, known_by: knownBy, detail })),
  };
}

function presentPositions(positions: readonly Position[]) {
  return {
    starting_portfolio: Object.fromEntries(positions.map(({ asset, weight }) => [asset, weight])),
    positions: positions.map(({ marketValue, weight, ...position }) => ({
      ...position,
      market_value: marketValue,
      weight,
    })),
    market_value: positions.reduce((sum, { marketValue }) => sum + marketValue, 0),
  };
}

function stockOf(asset: AssetId): { readonly ticker: string; readonly exchange: "NSE" | "BSE" } {
  return { ticker: symbolOf(asset), exchange: asset.startsWith("BSE:") ? "BSE" : "NSE" };
}

function symbolOf(asset: AssetId): string {
  return asset.slice(asset.indexOf(":") + 1);
}
