import type { Doubt } from "../../domain/doubt.ts";
import { smallCashFlow } from "../../doubts/kinds/small_cash_flow.ts";
import { unlikelyCashFlow } from "../../doubts/kinds/unlikely_cash_flow.ts";
import { unlikelyGoal } from "../../doubts/kinds/unlikely_goal.ts";
import type { SimulationRequest } from "../parts/simulation.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Goals as multiples of the initial value and of all that is paid in, beyond which they are doubted. */
const LEAST_GOAL = 0.5, MOST_GOAL = 100;
/** Withdrawals of a year, as a multiple of the initial value, from which they are doubted. */
const MOST_WITHDRAWN = 2;
/** Contributions of a period, as multiples of the initial value, beyond which they are doubted. */
const MOST_PAID = { daily: 1, weekly: 1, monthly: 20, yearly: 20 } as const;
/** Amount of a period below which it may be a fraction, where the initial value is this large. */
const FRACTION = 1, LARGE_VALUE = 1_000;
/** Initial value below which a simulation begins with nothing. */
const NOTHING = 1e-3;

/** Doubts amounts of a simulation that are in another unit than its initial value, or of another period. */
export function simulationDoubts(
  { request: { monte_carlo: plan, frequency }, periods }: RequestFacts,
): readonly Doubt[] {
  if (plan === undefined) return [];
  const { initial_value: initial, contribution, withdrawal } = plan;
  const flow = (name: "contribution" | "withdrawal"): Doubt => {
    const amount = plan[name], multiple = told(amount * periods / initial), meant = told(amount / periods);
    const pointer = `/monte_carlo/${name}`;
    return unlikelyCashFlow.about([], { pointer, amount, initial_value: initial, frequency, multiple, meant });
  };
  const fractions = (["contribution", "withdrawal"] as const).filter((name) =>
    plan[name] > 0 && plan[name] < FRACTION && initial >= LARGE_VALUE
  );
  const isLargePaid = initial >= NOTHING && contribution > MOST_PAID[frequency] * initial;
  const isLargeTaken = (withdrawal - contribution) * periods >= MOST_WITHDRAWN * initial;
  return [
    ...goalDoubts(plan),
    ...fractions.map((name) =>
      smallCashFlow.about([], {
        pointer: `/monte_carlo/${name}`,
        amount: plan[name],
        initial_value: initial,
        frequency,
        meant: told(plan[name] * initial),
      })
    ),
    ...isLargePaid ? [flow("contribution")] : [],
    ...isLargeTaken ? [flow("withdrawal")] : [],
  ];
}

function goalDoubts(
  { goal, initial_value: initial, contribution, withdrawal, horizon }: SimulationRequest,
): readonly Doubt[] {
  if (goal === null) return [];
  const paid = initial + contribution * horizon;
  const isSmall = withdrawal === 0 && goal < LEAST_GOAL * initial, isLarge = goal > MOST_GOAL * paid;
  if (!isSmall && !isLarge) return [];
  const meant = isSmall ? told(goal * initial) : null;
  const facts = { pointer: "/monte_carlo/goal", goal, initial_value: initial, paid_in: told(paid), meant };
  return [unlikelyGoal.about([], facts)];
}

function told(number: number): number {
  return Number(number.toPrecision(4));
}
