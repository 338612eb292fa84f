import assert from "node:assert/strict";
import { problemOf, sampleMarketOf } from "../../../tests/support/sample_problem.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { OutOfWork, WorkBudget } from "./work_budget.ts";
import { minVolatility } from "../methods/mean_variance/min_volatility.ts";
import { countedKernels } from "./counted_kernels.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(8);
const CONSTRAINTS = [
  { concentration: { min_effective_assets: 6 } },
  { risk_limits: [{ measure: "cvar", confidence: 0.9, max: 0.03 }] },
  { cardinality: { max: 3 } },
];

/** What the least volatility takes of a budget; null where that is used up. */
function workOf(constraints: Readonly<Record<string, unknown>>, units: number): number | null {
  const budget = new WorkBudget(units);
  try {
    minVolatility.solve(problemOf(market, { constraints }), {}, countedKernels(kernels, budget));
  } catch (error) {
    if (!(error instanceof OutOfWork)) throw error;
    return null;
  }
  return units - budget.left;
}

Deno.test("counted kernels give the results of plain ones, by the same work each time, and never exceed their budget", () => {
  for (const constraints of CONSTRAINTS) {
    const problem = problemOf(market, { constraints }), what = JSON.stringify(constraints);
    const counted = minVolatility.solve(problem, {}, countedKernels(kernels, new WorkBudget(1e12)));
    assert.deepEqual(counted, minVolatility.solve(problem, {}, kernels), what);
    const work = workOf(constraints, 1e12);
    assert.ok(work !== null && work > 0, what);
    assert.equal(workOf(constraints, work), work, what);
    for (const share of [0, 0.1, 0.5, 0.999]) {
      const taken = workOf(constraints, share * work);
      assert.ok(taken === null || taken <= share * work, `${what}, ${share}: ${taken}`);
    }
    assert.equal(workOf(constraints, 0.1 * work), null, what);
  }
});
