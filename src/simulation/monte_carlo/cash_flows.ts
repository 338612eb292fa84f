import type { SimulationPlan } from "./simulation_plan.ts";

/** The money that moves at the end of each period. */
export interface CashFlows {
  /** Contribution less withdrawal. */
  readonly flows: Float64Array;
  /** Null where nothing is withdrawn. */
  readonly withdrawals: Float64Array | null;
  /** The initial value and all contributions. */
  readonly paidIn: number;
  /** The same by the end of each period, from 0: of the initial value alone. */
  readonly paidInBy: Float64Array;
}

/**
 * The flows of a plan. Amounts are in the money of today: those at the end of period t, from 1, are raised by (1 +
 * inflation)^(t / periods a year). Withdrawals are not taken off what was paid in.
 */
export function cashFlowsOf(plan: SimulationPlan, periodsPerYear: number): CashFlows {
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
