import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

type Facts = { days: number; first: string; last: string; share: number };

/** Doubt about days on which nearly all assets have the values of the day before. */
export const repeatedDay = doubtKind<Facts>({
  id: "repeated_day",
  severity: "check",
  meaning:
    "At least 90 % of three or more assets repeat the value of the day before, and chance is no likely cause, as " +
    "where a holiday is filled with the day before.",
  detail: (_assets, { days, first, last }) =>
    `Nearly all assets repeat the values of the day before on ${counted(days, "day")}, ` +
    `${days === 1 ? first : `from ${first} to ${last}`}, taken as returns of 0, which lowers volatilities: leave out ` +
    `days without trading`,
});
