import { doubtKind } from "../doubt_kind.ts";
import { named } from "../sentence_parts.ts";

type Facts = { asset: string; days: number; first: string; last: string };

/** Doubt about prices that stay equal over many days although they move on others. */
export const stalePrices = doubtKind<Facts>({
  id: "stale_prices",
  severity: "check",
  meaning: "The price of an asset that moves on most days is the same on ten or more days in a row.",
  detail: (assets, { asset, days, first, last }) =>
    `Prices of ${
      named(assets)
    } stay equal for ten days or more, longest for "${asset}", ${days} days from ${first} to ` +
    `${last}, taken as returns of 0: if these are missing prices, send null in their place`,
});
