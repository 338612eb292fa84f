import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

type Facts = { typical: number; largest: number; factor: number };

/** Doubt about returns so large that they can only be in percent. */
export const returnsInPercent = doubtKind<Facts>({
  id: "returns_in_percent",
  severity: "wrong",
  meaning:
    "The median size of the returns is above 30 % a day (60 % in longer periods), as that of returns in percent.",
  detail: (assets, { typical, largest }) =>
    `The returns of ${named(assets)} have a median size of ${percent(typical)}, taken as fractions: if they are in ` +
    `percent, divide them by 100, so that the largest is ${percent(largest / 100)}`,
});
