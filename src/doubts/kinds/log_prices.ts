import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

/** Kind of doubt: the prices that were sent may be logarithms of prices, because they move too little for prices. */
export const logPrices = doubtKind<{ volatility: number; meant: number }>({
  id: "log_prices",
  severity: "check",
  meaning:
    "Three or more assets over 60 days or more have unrounded prices between 1.5 and 12 only, volatilities below " +
    "12 % a year, and volatilities as logarithms of 10 % to 100 % a year.",
  detail: (assets, { volatility, meant }) =>
    `The prices of ${named(assets)} have a median volatility of ${
      percent(volatility)
    } a year: if they are logarithms, ` +
    `of ${percent(meant)}, send the prices themselves`,
});
