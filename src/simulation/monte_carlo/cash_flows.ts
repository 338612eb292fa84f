import type { SimulationPlan } from "./simulation_plan.ts";

/** The part of a simulation plan that its cash flows follow from. */
export type CashFlowPlan = Pick<
  SimulationPlan,
  "horizon" | "initialValue" | "contribution" | "withdrawal" | "inflation"
>;

/** Money that a simulated portfolio receives or pays at the end of each period. */
export interface CashFlows {
  /** Contribution less withdrawal of a simulated portfolio at the end of each period, in money. */
  readonly flows: Float64Array;
  /** Withdrawal at the end of each period, in money. Null if nothing is withdrawn. */
  readonly withdrawals: Float64Array | null;
  /** Total amount paid into the simulated portfolio: the initial value and all contributions. */
  readonly paidIn: number;
  /** Total amount paid in by the end of each period. Entry 0 is the initial value alone. */
  readonly paidInBy: Float64Array;
}

/**
 * Returns the cash flows (contributions and withdrawals) of a simulation plan. The plan's amounts are in today's money:
 * those at the end of period t (from 1) are multiplied by (1 + inflation)^(t / periods per year). Withdrawals do not
 * reduce the paid-in amount.
 */
export function cashFlowsOf(plan: CashFlowPlan, periodsPerYear: number): CashFlows {
  const flows = new Float64Array(plan.horizon);
  const withdrawals = plan.withdrawal === 0 ? null : new Float64Array(plan.horizon);
  const paidInBy = new Float64Array(plan.horizon + 1).fill(plan.initialValue);
  for (let t = 1; t <= plan.horizon; t++) {
    const level = Math.pow(1 + plan.inflation, t / periodsPerYear);
    flows[t - 1] = (plan.contribution - plan.withdrawal) * level;
    if (withdrawals !== null) withdrawals[t - 1] = plan.withdrawal * level;
    paidInBy[t] = paidInBy[t - 1] + plan.contribution * level;
  }
  return { flows, withdrawals, paidIn: paidInBy[plan.horizon], paidInBy };
}
