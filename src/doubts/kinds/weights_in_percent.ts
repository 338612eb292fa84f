import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

type Facts = { pointer: string; sum: number; factor: number; meant: readonly number[] };

/** Doubt about holdings or benchmark weights that sum to about 100. */
export const weightsInPercent = doubtKind<Facts>({
  id: "weights_in_percent",
  severity: "wrong",
  meaning: "Weights of a starting portfolio or a benchmark sum to a number from 95 to 105, as those in percent do.",
  detail: (assets, { pointer, sum, meant }) =>
    `The weights at ${pointer}, of ${named(assets)}, sum to ${sum} and are taken as ${
      percent(sum)
    } of the portfolio: ` +
    `if they are in percent, divide them by 100, so that the first is ${meant[0]}`,
});
