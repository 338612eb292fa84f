import { doubtKind } from "../doubt_kind.ts";

type Facts = { what: string; date: string; value: number; rows: number };

/** Doubt about an asset whose prices are numbers of days, such as those of a column beside the dates. */
export const calendarNumbers = doubtKind<Facts>({
  id: "calendar_numbers",
  severity: "wrong",
  meaning:
    "The prices of an asset, of five or more rows, are numbers of their days in all rows: years, months, weeks, days, " +
    "numbers of days in a spreadsheet, seconds since 1970, or the numbers of the rows.",
  detail: ([asset], { what, date, value, rows }) =>
    `The ${rows} prices of "${asset}" are ${what}, ${value} on ${date}, and are taken as prices: leave it out`,
});
