import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

type Facts = {
  date: string;
  /** Price of that day, or its return where returns were sent. */
  value: number;
  of: "price" | "return";
  /** The price divided by the one before. */
  ratio: number;
  /** Day on which the price is back. */
  back: string;
  days: number;
};

/** Doubt about a price that is far from the one before and back near it on the next day, as a mistyped one is. */
export const revertingPrice = doubtKind<Facts>({
  id: "reverting_price",
  severity: "check",
  meaning: "A price moves by 40 % or more (threefold in longer periods), and the next one is within 5 % of the price " +
    "before, on at most three days of an asset.",
  detail: ([asset], { date, value, of, ratio, back, days }) =>
    `"${asset}" has the ${of} ${value} on ${date}, ${
      Number(ratio.toPrecision(3))
    } times the price before, and is back ` +
    `on ${back}${days > 1 ? `, the first of ${counted(days, "such day")}` : ""}, taken as two returns as they stand: ` +
    `send the right ${of}, or null`,
});
