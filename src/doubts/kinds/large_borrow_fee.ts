import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

type Facts = { pointer: string; fee: number; meant: number; factor: number };

/** Doubt about a borrow fee whose size fits percent or basis points better than fractions. */
export const largeBorrowFee = doubtKind<Facts>({
  id: "large_borrow_fee",
  severity: "check",
  meaning:
    "A borrow fee is 30 % a year or more for all assets, or 100 % for one of them, as one in percent would be; " +
    "from 10 on it is read as basis points.",
  detail: (_assets, { pointer, fee, meant, factor }) =>
    `The borrow fee of ${fee} at ${pointer} is taken as ${percent(fee)} of each short weight a year: if it is in ` +
    `${factor === 100 ? "percent" : "basis points"}, send ${meant}`,
});
