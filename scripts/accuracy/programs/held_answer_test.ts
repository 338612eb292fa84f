import assert from "node:assert/strict";
import { loadKernels } from "../../../src/kernels/mod.ts";
import { withoutWeights } from "../../../src/optimization/weights/without_weights.ts";
import type { Solution } from "../../../src/optimization/solution.ts";
import { objectiveOf } from "../../../tests/support/objectives.ts";
import { solveBy } from "../../../tests/support/sample_problem.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";
import { heldAnswer } from "./held_answer.ts";
import { loadHighs } from "./load_highs.ts";
import { readProgram } from "./read_program.ts";

const tools = { kernels: await loadKernels(null), highs: await loadHighs() };

const RETURNS = [[0.01, 0.03, 0.005], [-0.004, -0.02, 0.001], [0.02, 0.01, -0.003], [-0.01, 0.025, 0.002]];
const EQUAL = [1 / 3, 1 / 3, 1 / 3];

function programOf(method: string, rest: Partial<AccuracyProgram> = {}): AccuracyProgram {
  return {
    seed: 0,
    kinds: [],
    method,
    parameters: {},
    returns: RETURNS,
    rules: { constraints: {}, startingWeightOutside: 0, riskFreeRate: 0 },
    knownPoint: null,
    ...rest,
  };
}

/** Returns a solution object with the given weights and the status "optimal". */
function optimal(program: AccuracyProgram, weights: readonly number[]): Solution {
  const found = Float64Array.from(weights);
  const value = objectiveOf(program.method, found, readProgram(program).problem, program.parameters);
  return {
    ...withoutWeights("failed"),
    status: "optimal",
    detail: null,
    weights: found,
    objective: { name: "", value },
  };
}

function faultOf(program: AccuracyProgram, answer: Solution): string | null {
  return heldAnswer(answer, readProgram(program), tools).fault;
}

for (
  const [method, parameters] of [
    ["min_volatility", {}],
    ["efficient_return", { target_return: 0.1 }],
    ["efficient_risk", { target_volatility: 0.2 }],
    ["max_return", {}],
    ["max_quadratic_utility", { risk_aversion: 10 }],
    ["max_sharpe", {}],
    ["min_cvar", { confidence: 0.7 }],
    ["min_mad", {}],
    ["min_semideviation", {}],
  ] as const
) {
  Deno.test(`equal weights claimed as the optimum of ${method} are refuted by better weights`, () => {
    const program = programOf(method, { parameters });
    const finding = heldAnswer(optimal(program, EQUAL), readProgram(program), tools);
    assert.equal(finding.fault, "false_optimal");
    assert.ok(finding.best !== null && finding.ours !== null && finding.best.value.cost < finding.ours.cost);
    assert.ok(finding.gap > 1e-6);
  });

  Deno.test(`the optimum of ${method} agrees with the best weights that the check finds`, () => {
    const program = programOf(method, { parameters }), read = readProgram(program);
    const answer = solveBy(method, read.problem, { kernels: tools.kernels, parameters });
    assert.equal(answer.status, "optimal");
    const { fault, standing } = heldAnswer(answer, read, tools);
    assert.deepEqual([fault, standing], [null, "agrees"]);
  });
}

Deno.test("an infeasible status is refuted where weights exist that meet the constraints", () => {
  const rules = { constraints: { weight_bounds: { max: 0.4 } }, startingWeightOutside: 0, riskFreeRate: 0 };
  const program = programOf("min_volatility", { rules, knownPoint: EQUAL });
  assert.equal(faultOf(program, withoutWeights("infeasible")), "false_infeasible");
  assert.equal(faultOf({ ...program, knownPoint: null }, withoutWeights("infeasible")), "false_infeasible");
});

Deno.test("an infeasible status agrees with HiGHS where no weights meet the constraints", () => {
  const rules = { constraints: { weight_bounds: { max: 0.3 } }, startingWeightOutside: 0, riskFreeRate: 0 };
  const { fault, standing } = heldAnswer(
    withoutWeights("infeasible"),
    readProgram(programOf("min_mad", { rules })),
    tools,
  );
  assert.deepEqual([fault, standing], [null, "agrees"]);
});

Deno.test("an unbounded status is refuted where an optimum exists, and accepted where none does", () => {
  for (const method of ["max_return", "max_sharpe", "min_volatility", "max_quadratic_utility"]) {
    assert.equal(faultOf(programOf(method), withoutWeights("unbounded")), "false_unbounded", method);
  }
  const rules = { constraints: { exposure: { short: true } }, startingWeightOutside: 0, riskFreeRate: 0 };
  assert.equal(faultOf(programOf("max_return", { rules }), withoutWeights("unbounded")), null);
  const still = programOf("max_sharpe", { returns: RETURNS.map(([a, b]) => [a, b, 0.001]) });
  assert.equal(faultOf(still, withoutWeights("unbounded")), null);
});

Deno.test("near an optimum of 0 weights off by 1e-15 count as cancelled digits, and weights off by 1e-9 as a false optimum", () => {
  const program = programOf("min_volatility", { returns: RETURNS.map(([a, b]) => [a, b, 0.001]) });
  assert.equal(faultOf(program, optimal(program, [1e-15, 0, 1])), "cancelled_optimal");
  assert.equal(faultOf(program, optimal(program, [1e-9, 0, 1])), "false_optimal");
});

Deno.test("an unbounded return-to-loss ratio is confirmed where weights gain and never lose, and left undecided elsewhere", () => {
  const standingOf = (program: AccuracyProgram): string =>
    heldAnswer(withoutWeights("unbounded"), readProgram(program), tools).standing;
  const safe = RETURNS.map(([a, b]) => [a, b, 0.001]), losing = RETURNS.map(([a, b]) => [a, b, -0.001]);
  for (const method of ["max_omega", "max_sortino", "max_calmar", "max_martin", "max_return_cvar", "max_return_evar"]) {
    assert.equal(standingOf(programOf(method, { returns: safe })), "agrees", method);
    assert.equal(standingOf(programOf(method, { returns: losing })), "alone", method);
  }
  const charged = (bps: number): AccuracyProgram =>
    programOf("max_return_evar", {
      returns: safe,
      rules: {
        constraints: { transaction_costs: { bps, amortization_periods: 1 } },
        startingPortfolio: [0, 0, 0],
        startingWeightOutside: 0,
        riskFreeRate: 0,
      },
    });
  assert.deepEqual([1, 100].map((bps) => standingOf(charged(bps))), ["agrees", "alone"]);
});

Deno.test("without an upper budget an unbounded dr_cvar is accepted at a small radius, and refuted at a larger one", () => {
  const rules = { constraints: { budget: { min: 0.5 } }, startingWeightOutside: 0, riskFreeRate: 0 };
  const returns = RETURNS.map(([a, b]) => [a, b, 0.001]);
  const within = (radius: number): AccuracyProgram => programOf("dr_cvar", { rules, returns, parameters: { radius } });
  assert.equal(faultOf(within(1e-5), withoutWeights("unbounded")), null);
  assert.equal(faultOf(within(1e-2), withoutWeights("unbounded")), "false_unbounded");
});

Deno.test("an unbounded mean_risk of largest return is accepted with unlimited short weights, and refuted for long-only ones", () => {
  const parameters = { measure: "cvar", objective: "max_return" };
  const rules = { constraints: { exposure: { short: true } }, startingWeightOutside: 0, riskFreeRate: 0 };
  assert.equal(faultOf(programOf("mean_risk", { rules, parameters }), withoutWeights("unbounded")), null);
  assert.equal(faultOf(programOf("mean_risk", { parameters }), withoutWeights("unbounded")), "false_unbounded");
});

Deno.test("an optimum that breaks a rule or states a wrong objective value is a fault, and so is a failed solve", () => {
  const program = programOf("min_volatility");
  assert.equal(faultOf(program, optimal(program, [0.5, 0.5, 1e-8])), "broken_rule");
  const answer = optimal(program, EQUAL);
  assert.equal(faultOf(program, { ...answer, objective: { name: "", value: 1 } }), "wrong_value");
  assert.equal(faultOf(program, withoutWeights("failed")), "thrown");
});
