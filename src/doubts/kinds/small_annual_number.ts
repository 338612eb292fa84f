import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

type Facts = { pointer: string; value: number; meant: number; factor: number; frequency: string };

/** Note about an annual return or rate that may be one of a single period, or simply small. */
export const smallAnnualNumber = doubtKind<Facts>({
  id: "small_annual_number",
  severity: "note",
  meaning:
    "An annual return, rate or tracking error is as small as annual ones sometimes are, and as large as one of a " +
    "single period of the run.",
  detail: (_assets, { pointer, value, meant, frequency }) =>
    `The number ${value} at ${pointer} is taken as ${percent(value)} a year: if a ${frequency} number is meant, send ` +
    `the annual one, ${meant}`,
});
