import { doubtKind } from "../doubt_kind.ts";
import { named } from "../sentence_parts.ts";

type Facts = { asset: string; typical: number };

/** Doubt about prices that are 1 + return, as the ratios of prices are. */
export const grossReturnsAsPrices = doubtKind<Facts>({
  id: "gross_returns_as_prices",
  severity: "check",
  meaning:
    "The prices of every asset, of 20 or more rows, are near 1 and jump around it: their median change from row to row " +
    "is not much smaller than their median distance from 1, which is from 0.1 % to 5 %.",
  detail: (assets, { asset, typical }) =>
    `The prices of ${named(assets)} jump around 1, in the median ${typical} for "${asset}", and are taken as prices: ` +
    'if they are 1 + return, subtract 1 from each and send them as "returns"',
});
