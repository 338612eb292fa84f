import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

type Facts = { typical: number; mean: number; largest: number; factor: number };

/** Doubt about returns that may be in percent. */
export const largeReturns = doubtKind<Facts>({
  id: "large_returns",
  severity: "check",
  meaning:
    "The median size of the returns of an asset is above 10 % a day (30 % in longer periods), or 60 returns or " +
    "more have a mean above 1 % a day (10 % in longer periods), as small returns in percent have.",
  detail: (assets, { typical, mean, largest }) =>
    `The returns of ${named(assets)} have a median size of ${percent(typical)} and a mean of ${percent(mean)}, taken ` +
    `as fractions: if they are in percent, divide them by 100, so that the largest is ${percent(largest / 100)}`,
});
