import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

type Facts = { asset: string; typical: number; change: number };

/** Doubt about returns that are prices or other levels. */
export const pricesAsReturns = doubtKind<Facts>({
  id: "prices_as_returns",
  severity: "wrong",
  meaning:
    "All returns of an asset are above 0, large, and each is near the one before, as the prices or levels of an " +
    "asset are.",
  detail: (assets, { asset, typical, change }) =>
    `The returns of ${named(assets)} are all above 0, in the median ${typical} for "${asset}", taken as ` +
    `${percent(typical)} each, and differ by ${percent(change)} from one row to the next: if they are prices, send ` +
    `them as "prices"`,
});
