import { doubtKind } from "../doubt_kind.ts";

type Facts = {
  pointer: string;
  amount: number;
  initial_value: number;
  frequency: string;
  /** The amounts of a year, as a multiple of the initial value. */
  multiple: number;
  /** Amount of a period where the one that was sent is that of a year. */
  meant: number;
};

/** Doubt about a contribution or a withdrawal of each period that is large beside the value of the portfolio. */
export const unlikelyCashFlow = doubtKind<Facts>({
  id: "unlikely_cash_flow",
  severity: "check",
  meaning:
    "The withdrawals of a simulation come to twice its initial value in a year or more, or a contribution is larger " +
    "than the initial value: each day or week, or twenty times as large in a longer period.",
  detail: (_assets, { pointer, amount, initial_value: initial, frequency, multiple, meant }) =>
    `The amount of ${amount} at ${pointer} is taken as money of each ${frequency} period, in a year ${multiple} times ` +
    `the initial value of ${initial}: if it is that of a year, send ${meant}, and check the initial value`,
});
