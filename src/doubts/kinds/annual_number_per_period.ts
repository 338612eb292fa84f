import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

type Facts = { pointer: string; value: number; meant: number; factor: number; frequency: string };

/** Doubt about an annual return, rate or volatility whose size fits a single period better than a year. */
export const annualNumberPerPeriod = doubtKind<Facts>({
  id: "annual_number_per_period",
  severity: "check",
  meaning: "An annual return, rate, volatility or tracking error is so small that it fits one period of the run " +
    "better than a year.",
  detail: (_assets, { pointer, value, meant, frequency }) =>
    `The number ${value} at ${pointer} is taken as ${percent(value)} a year: if a ${frequency} number is meant, send ` +
    `the annual one, ${meant}`,
});
