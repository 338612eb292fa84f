import type { Judgement } from "../programs/judgement.ts";
import { judgementRows, promises } from "../programs/judgement_table.ts";
import { counted, markdownTable } from "./markdown.ts";

/**
 * Returns the section of the accuracy document on random programs: the promises, then tables of verdicts by method,
 * constraint family and irregularity of the price history.
 */
export function programsSection(judgements: readonly Judgement[]): readonly string[] {
  const seeds = judgements.map(({ seed }) => seed);
  const [first, last] = [seeds.reduce((a, b) => Math.min(a, b)), seeds.reduce((a, b) => Math.max(a, b))];
  return [
    `${
      counted(judgements.length)
    } random programs of the seeds ${first} to ${last}, by every method that optimises and ` +
    "under every family of rules, two thirds of them on uneven data: volatilities up to a million apart, jumps, " +
    "columns twice, constants, rank one, fewer rows than columns. An answer is refuted by weights alone, never by the " +
    "word of a solver: they keep every rule to the rounding of its sum, and are better by the formula past its " +
    "rounding. They are those the rules were drawn around, those of HiGHS, and those to which conditional gradients " +
    "lead. Agree: the best of them is as good to a millionth; alone: none of them is.",
    promises(judgements).map(({ line, isMet }) => `- ${isMet ? "met" : "**missed**"}: ${line}`).join("\n"),
    ...judgementRows(judgements).map(markdownTable),
  ];
}
