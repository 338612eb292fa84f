import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

type Facts = { jumps: number; first: string; date: string; return: number };

/** Doubt about prices with more large moves than can be told one by one. */
export const manyPriceJumps = doubtKind<Facts>({
  id: "many_price_jumps",
  severity: "check",
  meaning: "A price moves by more than 40 % from one day to the next on more than three days.",
  detail: ([asset], { jumps, first, date, return: move }) =>
    `"${asset}" moves by more than 40 % on ${jumps} days from ${first} on, most on ${date} by ${percent(move)}, all ` +
    `taken as they stand: check the prices`,
});
