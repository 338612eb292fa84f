import { doubtKind } from "../doubt_kind.ts";

type Facts = { date: string; ratio: number; factor: number; jumps: number };

/** Doubt about a price that from a day on is a hundred times the price before, or a hundredth. */
export const priceInHundredths = doubtKind<Facts>({
  id: "price_in_hundredths",
  severity: "check",
  meaning: "A price is a hundred times the price of the day before, or a hundredth, to within 10 %, as where prices " +
    "change from one unit to its hundredths.",
  detail: ([asset], { date, ratio, jumps }) =>
    `"${asset}" is on ${date} ${Number(ratio.toPrecision(3))} times the price before, taken as a return` +
    `${
      jumps > 1 ? `, on the first of ${jumps} such days` : ""
    }: if some prices are in hundredths, send all in one unit`,
});
