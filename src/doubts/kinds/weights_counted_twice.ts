import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

type Facts = { pointer: string; sum: number; factor: number; meant: readonly number[] };

/** Doubt about holdings or benchmark weights that sum to exactly two or another small whole number. */
export const weightsCountedTwice = doubtKind<Facts>({
  id: "weights_counted_twice",
  severity: "check",
  meaning:
    "Weights of a starting portfolio or a benchmark, none of them below 0, sum to exactly a whole number from 2 to 10 " +
    "that the budget does not allow, as portfolios that are counted twice, or numbers of units, do.",
  detail: (assets, { pointer, sum, factor, meant }) =>
    `The weights at ${pointer}, of ${named(assets)}, sum to exactly ${sum} and are taken as ${percent(sum)} of the ` +
    `portfolio: if each is counted ${
      factor === 2 ? "twice" : `${factor} times`
    } or a number of units, send fractions ` +
    `of the whole, so that the first is ${meant[0]}`,
});
