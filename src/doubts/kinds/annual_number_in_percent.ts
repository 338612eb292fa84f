import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Doubt about an annual return, rate or volatility whose size fits percent better than fractions. */
export const annualNumberInPercent = doubtKind<{ pointer: string; value: number; meant: number }>({
  id: "annual_number_in_percent",
  severity: "check",
  meaning:
    "An annual return is 100 % or more, a volatility 150 %, a tracking error 50 %, a risk-free rate 30 % or an " +
    "inflation 100 %, as one in percent would be.",
  detail: (_assets, { pointer, value, meant }) =>
    `The number ${value} at ${pointer} is taken as ${percent(value)} a year: if ${value} % is meant, send ${meant}`,
});
