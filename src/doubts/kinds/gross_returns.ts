import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

type Facts = { asset: string; typical: number; meant: number };

/** Doubt about returns that have 1 added to them, as the ratios of prices have. */
export const grossReturns = doubtKind<Facts>({
  id: "gross_returns",
  severity: "wrong",
  meaning:
    "All returns of an asset are above 0, and they are near 1 with a median from 0.97 to 1.03, as 1 + return is.",
  detail: (assets, { asset, typical, meant }) =>
    `The returns of ${named(assets)} are near 1, in the median ${typical} for "${asset}", taken as ${
      percent(typical)
    } ` +
    `each: they look like 1 + return, so subtract 1 from each, which makes that one ${meant}`,
});
