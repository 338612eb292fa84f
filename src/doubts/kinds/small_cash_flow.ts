import { doubtKind } from "../doubt_kind.ts";

type Facts = { pointer: string; amount: number; initial_value: number; frequency: string; meant: number };

/** Doubt about a contribution or a withdrawal of a simulation that looks like a fraction of the initial value. */
export const smallCashFlow = doubtKind<Facts>({
  id: "small_cash_flow",
  severity: "check",
  meaning: "A contribution or a withdrawal of a simulation is below 1, and the initial value is 1000 or more.",
  detail: (_assets, { pointer, amount, initial_value: initial, frequency, meant }) =>
    `The amount of ${amount} at ${pointer} is taken as money of each ${frequency} period, beside an initial value of ` +
    `${initial}: if a fraction of it is meant, send ${meant}`,
});
