import assert from "node:assert/strict";
import { loadKernels } from "../../../kernels/mod.ts";
import { problemOf, type Rules, sampleMarketOf, solveBy } from "../../../../tests/support/sample_problem.ts";
import { maximiseReturn } from "../../methods/mean_variance/max_return.ts";
import { minimiseVolatility } from "../../methods/mean_variance/min_volatility.ts";
import { weightProgram } from "../../weights/weight_program.ts";
import type { Program } from "../../program/program.ts";
import type { Problem } from "../../problem.ts";
import { normLimitOf } from "./norm_limit.ts";
import { solveByPenalty } from "./solve_by_penalty.ts";
import { solveProgram } from "../../solve_program.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(30);
const equal = new Float64Array(30).fill(1 / 30);
const benchmark = { kind: "weights", weights: equal } as const;

/** A limit on a norm by itself, on the budget, and as a variable of its own, of weights and of shortfalls. */
const LIMITS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  tracking_error: { tracking_error: { max: 0.05 } },
  concentration: { concentration: { min_effective_assets: 20 } },
  volatility: { risk_limits: [{ measure: "volatility", max: 0.17 }] },
  semideviation: { risk_limits: [{ measure: "semideviation", max: 0.0165 }] },
};

const OBJECTIVES = {
  max_return: (problem: Problem) => built(problem, maximiseReturn),
  min_volatility: (problem: Problem) => built(problem, (lowered) => minimiseVolatility(lowered, problem, kernels)),
};

for (const [name, constraints] of Object.entries(LIMITS)) {
  for (const [method, programOf] of Object.entries(OBJECTIVES)) {
    if (method === "min_volatility" && name in { volatility: 0, semideviation: 0 }) continue;
    Deno.test(`${method} under a limit on ${name} has the same optimum by penalties as by the conic solver`, () => {
      const problem = problemOf(market, { constraints, benchmark });
      const program = programOf(problem), guess = guessOf(program);
      const byPenalty = solveByPenalty(program, guess, kernels), whole = solveProgram(program, kernels);
      assert.equal(byPenalty?.status, "optimal");
      assert.equal(whole.status, "optimal");
      assert.ok(Math.abs(valueAt(program, byPenalty) / valueAt(program, whole) - 1) < 1e-7);
      const own = solveBy(method, problem, { kernels });
      assert.equal(own.status, "optimal");
    });
  }
}

Deno.test("penalties apply only to a single curved rule with a limit above 0 and a fixed budget", () => {
  const limitOf = (rules: Rules) => normLimitOf(built(problemOf(market, rules), maximiseReturn));
  assert.equal(limitOf({}), null);
  assert.equal(limitOf({ constraints: { tracking_error: { max: 0 } }, benchmark }), null);
  assert.notEqual(limitOf({ constraints: LIMITS.tracking_error, benchmark }), null);
  assert.equal(limitOf({ constraints: { ...LIMITS.tracking_error, ...LIMITS.concentration }, benchmark }), null);
  assert.equal(limitOf({ constraints: { ...LIMITS.concentration, budget: { min: 0.5, max: 1 } } }), null);
});

function built(problem: Problem, minimise: typeof maximiseReturn): Program {
  const lowered = weightProgram(problem);
  minimise(lowered, problem);
  return lowered.program.build();
}

function guessOf(program: Program): Float64Array {
  const guess = new Float64Array(program.size);
  guess.set(equal);
  for (const settler of program.settlers) settler.settle(guess);
  return guess;
}

function valueAt({ linear, quadratic }: Program, answer: ReturnType<typeof solveProgram> | null): number {
  const x = answer?.point?.x ?? new Float64Array(0);
  const value = linear.reduce((sum, cost, j) => sum + cost * x[j], 0);
  return quadratic.reduce((sum, { size, matrix, factor }) => {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) sum += 0.5 * factor * x[i] * x[j] * (matrix?.data[i * size + j] ?? 0);
    }
    return sum;
  }, value);
}
