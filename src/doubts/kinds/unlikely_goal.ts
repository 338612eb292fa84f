import { doubtKind } from "../doubt_kind.ts";

type Facts = {
  pointer: string;
  goal: number;
  initial_value: number;
  paid_in: number;
  /** Goal where the one that was sent is a multiple of the initial value; null where it is larger than all money. */
  meant: number | null;
};

/** Doubt about the goal of a simulation that is far from the money that is paid in. */
export const unlikelyGoal = doubtKind<Facts>({
  id: "unlikely_goal",
  severity: "check",
  meaning:
    "The goal of a simulation is less than half of the initial value, without a withdrawal, or more than a hundred " +
    "times what is paid in, as one in another unit would be.",
  detail: (_assets, { pointer, goal, initial_value: initial, paid_in: paid, meant }) =>
    `The goal of ${goal} at ${pointer} is taken as money at the end, beside an initial value of ${initial}` +
    (paid === initial ? ": " : `, which is ${paid} with all contributions: `) +
    (meant === null
      ? "send initial_value and contribution in the same unit of money as the goal"
      : `if a multiple of the initial value is meant, send ${meant}`),
});
