import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

type Facts = { pointer: string; sum: number; factor: number; meant: readonly number[] };

/** Doubt about holdings or benchmark weights that are far larger than the budget of the run. */
export const weightsBeyondOne = doubtKind<Facts>({
  id: "weights_beyond_one",
  severity: "check",
  meaning: "Sizes of the weights of a starting portfolio or a benchmark sum to more than twice what the rules allow, " +
    "as percentages, amounts or numbers of units would.",
  detail: (assets, { pointer, sum, factor, meant }) =>
    `The weights at ${pointer}, of ${named(assets)}, have sizes that sum to ${sum} and are taken as ${percent(sum)} ` +
    `of the portfolio: if they are ${factor === 100 ? "percentages" : "amounts"}, divide them by ${factor}, so that ` +
    `the first is ${meant[0]}`,
});
