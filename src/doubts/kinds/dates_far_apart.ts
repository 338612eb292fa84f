import { doubtKind } from "../doubt_kind.ts";

/** Doubt about dates that are too far apart for the frequency of a run, which makes every annual figure wrong. */
export const datesFarApart = doubtKind<{ days_apart: number; frequency: string; periods_per_year: number }>({
  id: "dates_far_apart",
  severity: "check",
  meaning: "The dates are on average almost twice as far apart as the frequency says, so that annual figures are too " +
    "large.",
  detail: (_assets, { days_apart: days, frequency, periods_per_year: periods }) =>
    `The dates are ${days} days apart and taken as ${frequency}, ${periods} a year: check the frequency`,
});
