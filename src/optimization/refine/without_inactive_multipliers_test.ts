import assert from "node:assert/strict";
import { marketOfMoments, problemOf, randomNumbers, solveBy } from "../../../tests/support/sample_problem.ts";
import { testInTurn } from "../../../tests/support/tier.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { withoutInactiveMultipliers } from "./without_inactive_multipliers.ts";

const kernels = await loadKernels(null);

Deno.test("tiny multipliers of rows with room become 0, and those of tight rows and equalities stay", () => {
  const builder = new ProgramBuilder(), x = builder.variables(2);
  builder.minimize(x.sum().times(-1));
  builder.equal(x.at(0), Affine.constant(1));
  builder.atMost(x.at(1), Affine.constant(1));
  builder.atMost(x.sum(), Affine.constant(5));
  const program = builder.build();
  const kept = withoutInactiveMultipliers(program, {
    x: Float64Array.of(1, 1 - 1e-12),
    z: Float64Array.of(-1, 1, 1e-12),
  });
  assert.deepEqual(kept, Float64Array.of(-1, 1, 0));
  assert.equal(withoutInactiveMultipliers(program, { x: Float64Array.of(1, 1), z: Float64Array.of(-1, 1, 0) }), null);
});

Deno.test(
  testInTurn(
    "where rules allow only nearly equal weights that all lose, max_return proves that holding nothing is optimal",
    () => {
      for (let seed = 0; seed < 8; seed++) {
        const random = randomNumbers(seed), count = 26;
        const means = Array.from({ length: count }, () => 0.02 * (random() - 0.6));
        const market = marketOfMoments(means, means.map((_, i) => means.map((_, j) => i === j ? 4e-4 : 0)));
        const constraints = { budget: { max: 1.2 }, concentration: { min_effective_assets: count - 1e-3 } };
        const problem = problemOf(market, { constraints });
        const most = solveBy("max_return", problem, { kernels });
        assert.equal(most.status, "optimal", `${seed}: ${most.detail}`);
        assert.equal(most.objective?.value, 0);
        assert.equal(solveBy("max_sharpe", problem, { kernels }).status, "infeasible", `${seed}`);
      }
    },
  ),
);
