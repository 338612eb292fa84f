import assert from "node:assert/strict";
import { SIMULATION_PLAN } from "../../../tests/support/simulation_plan.ts";
import { cashFlowsOf } from "./cash_flows.ts";
import type { SimulationPlan } from "./simulation_plan.ts";

const PLAN: SimulationPlan = {
  ...SIMULATION_PLAN,
  horizon: 24,
  initialValue: 1000,
  contribution: 50,
  withdrawal: 20,
  inflation: 0.06,
};

Deno.test("cash flows are contributions less withdrawals, growing by the inflation in a year", () => {
  const { flows } = cashFlowsOf(PLAN, 12);
  assert.equal(flows.length, 24);
  assert.ok(Math.abs(flows[11] - 30 * 1.06) < 1e-12);
  assert.ok(Math.abs(flows[23] - 30 * 1.06 ** 2) < 1e-12);
  assert.ok(Math.abs(flows[0] - 30 * 1.06 ** (1 / 12)) < 1e-12);
});

Deno.test("the sum paid in is the initial value and the contributions, without deducting withdrawals", () => {
  assert.equal(cashFlowsOf({ ...PLAN, inflation: 0 }, 12).paidIn, 1000 + 24 * 50);
  const raised = cashFlowsOf({ ...PLAN, withdrawal: 0 }, 12);
  assert.deepEqual([raised.paidInBy.length, raised.paidInBy[0], raised.paidInBy[24]], [25, 1000, raised.paidIn]);
  assert.ok(Math.abs(raised.paidInBy[2] - (1000 + 50 * 1.06 ** (1 / 12) + 50 * 1.06 ** (2 / 12))) < 1e-12);
  assert.ok(Math.abs(raised.paidIn - (1000 + raised.flows.reduce((sum, flow) => sum + flow, 0))) < 1e-9);
});
