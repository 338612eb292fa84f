import assert from "node:assert/strict";
import { problemOf, sampleMarketOf, solveBy } from "../../../tests/support/sample_problem.ts";
import { problemCount, testedCases, testInTurn } from "../../../tests/support/tier.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { Solution } from "../solution.ts";
import { rankWeighted } from "./rank_weighted.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(5, { frequency: "daily", start: "2015-01-01", end: "2024-12-31" });

for (const measure of testedCases(["tail_gini", "tail_gini_range"], { testsEach: 2 })) {
  const best = (objective: string, constraints = {}): Solution =>
    solveBy("mean_risk", problemOf(market, { constraints }), { kernels, parameters: { measure, objective } });

  Deno.test(`the largest ratio to the ${measure} over ten years of daily returns is proven`, () => {
    assert.equal(best("max_ratio").status, "optimal");
  });

  Deno.test(
    testInTurn(
      `the largest return within a limit on the ${measure} needs all of that risk, over ten years of daily returns`,
      () => {
        const max = 1.1 * valueOf(best("min_risk"));
        const earns = valueOf(best("max_return", { risk_limits: [{ measure, max }] }));
        const risk = valueOf(best("min_risk", { min_return: 252 * earns }));
        assert.ok(Math.abs(risk / max - 1) < 1e-6, `${risk} within ${max}`);
      },
    ),
  );
}

Deno.test("the cost of a threshold equals that of all losses beyond it to rounding, whatever their number", () => {
  for (let count = 2; count < problemCount(150, 40); count++) {
    const builder = new ProgramBuilder(), losses = builder.variables(count).all();
    const ranks = Float64Array.from({ length: Math.min(count, 12) }, (_, k) => 0.5 ** k - 0.5 ** 13);
    builder.minimize(rankWeighted(builder, losses, ranks));
    const { linear } = builder.build();
    ranks.forEach((_, k) => {
      const threshold = count + k * (count + 1), missed = linear[threshold] - (k + 1) * linear[threshold + 1];
      assert.ok(Math.abs(missed) <= 2 * Number.EPSILON * linear[threshold], `${k} of ${count}: ${missed}`);
    });
  }
});

function valueOf({ status, objective }: Solution): number {
  assert.equal(status, "optimal");
  return objective?.value ?? NaN;
}
