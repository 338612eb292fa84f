import { doubtKind } from "../doubt_kind.ts";

/** Note that the dates have Saturdays and Sundays, so that a year has 365 periods. */
export const sevenDayYear = doubtKind<{ periods_per_year: number }>({
  id: "seven_day_year",
  severity: "note",
  meaning: "The dates of daily data have Saturdays and Sundays: a year counts as 365 periods, not as 252.",
  detail: (_assets, { periods_per_year: periods }) =>
    `The dates have all days of the week, so that figures are annualised by ${periods} periods a year: send ` +
    '"periods_per_year" where another number is meant',
});
