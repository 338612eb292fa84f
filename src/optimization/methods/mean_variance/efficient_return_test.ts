import assert from "node:assert/strict";
import { loadKernels } from "../../../kernels/mod.ts";
import fc from "../../../../tests/support/fast_check.ts";
import { randomProblem } from "../../../../tests/support/random_problem.ts";
import { problemOf, sampleMarketOf, solveBy } from "../../../../tests/support/sample_problem.ts";
import { problemCount } from "../../../../tests/support/tier.ts";

const kernels = await loadKernels(null);

Deno.test("under random rules an unreachable target return names the largest reachable one, which is then met", () => {
  const parameters = (target: number) => ({ kernels, parameters: { target_return: target } });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(1e-6, 1e-2, 10), (seed, beyond) => {
      const { market, rules } = randomProblem(seed);
      const problem = problemOf(market, rules);
      const best = solveBy("max_return", problem, { kernels });
      fc.pre(best.status === "optimal");
      const largest = (best.objective?.value ?? NaN) * problem.periodsPerYear;
      const { status, detail } = solveBy("efficient_return", problem, parameters(largest + beyond));
      assert.equal(status, "infeasible", `${seed}`);
      const told = Number(/: set target_return to at most (\S+), the largest that they allow$/.exec(detail ?? "")?.[1]);
      // As many digits as a limit is shown by.
      assert.ok(Math.abs(told - largest) <= 1e-10 + 1e-11 * Math.abs(largest), `${seed}: ${detail}, ${largest}`);
      assert.equal(solveBy("efficient_return", problem, parameters(told)).status, "optimal", `${seed}: ${told}`);
    }),
    { numRuns: problemCount(60) },
  );
});

Deno.test("efficient_return and efficient_risk blame infeasible rules and not their targets", () => {
  const problem = problemOf(sampleMarketOf(4), { constraints: { weight_bounds: { max: 0.2 } } });
  for (
    const [id, parameters] of [["efficient_return", { target_return: -1 }], ["efficient_risk", {
      target_volatility: 9,
    }]] as const
  ) {
    const { status, detail } = solveBy(id, problem, { kernels, parameters });
    assert.deepEqual([status, detail], ["infeasible", "No weights meet all the rules"], id);
  }
});
