import assert from "node:assert/strict";
import { marketOf, problemOf, randomNumbers, solveBy } from "../../../tests/support/sample_problem.ts";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { secondOrder } from "../cones/second_order.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "../certify/certify.ts";
import { meets } from "../certify/proof.ts";
import { normsAsEqualities } from "./norms_as_equalities.ts";

const kernels = await loadKernels(null);

/** min ½ x'x - 3 x₀ with x₂ ≤ 2 and ‖(x₀ - 1, x₁ + 1)‖ at most as much as given. */
function nearPoint(most: number): Program {
  const builder = new ProgramBuilder(), x = builder.variables(3);
  builder.minimizeQuadratic(x, matrix(3, 3, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)));
  builder.minimize(x.at(0).times(-3));
  const rows = Affine.stack([
    Affine.constant(most),
    x.at(0).minus(Affine.constant(1)),
    x.at(1).plus(Affine.constant(1)),
  ]);
  builder.inCone(secondOrder, rows, null);
  builder.atMost(x.at(2), Affine.constant(2));
  return builder.build();
}

Deno.test("a norm limited to 0 becomes equalities, whose multipliers prove a point of the given program", () => {
  const program = nearPoint(0), restated = normsAsEqualities(program);
  assert.ok(restated);
  assert.ok(restated.program.blocks.every(({ cone }) => cone.isLinear));
  assert.equal(restated.program.rows.length, program.rows.length - 1);
  const x = Float64Array.of(1, -1, 0);
  // By hand: x₀ - 3 and x₁ are the multipliers of the equalities.
  const z = new Float64Array(restated.program.rows.length);
  const [{ firstRow }] = restated.program.blocks.filter(({ cone }) => cone.isLinear && cone.isEquality);
  z.set([-2, -1], firstRow);
  assert.ok(meets(certify(restated.program, { x, z })));
  const { gap, dual, primal } = certify(program, restated.back({ x, z }));
  assert.ok(gap <= 1e-15 && dual <= 1e-15 && primal === 0, `${gap}, ${dual}, ${primal}`);
});

Deno.test("a norm limited to more than 0 is left as it is", () => {
  assert.equal(normsAsEqualities(nearPoint(1e-9)), null);
});

Deno.test("methods under a tracking error of 0 are proven at the weights that replicate the benchmark series", () => {
  const methods = ["robust_mean_variance", "min_mad", "min_volatility", "max_return", "max_return_cvar", "max_omega"];
  for (let seed = 0; seed < 8; seed++) {
    const random = randomNumbers(seed), returns = matrix(6, 2);
    for (let k = 0; k < returns.data.length; k++) returns.data[k] = 0.06 * (random() - 0.45);
    const share = 0.2 + 0.6 * random();
    const followed = Float64Array.from(
      { length: 6 },
      (_, t) => share * returns.data[2 * t] + (1 - share) * returns.data[2 * t + 1],
    );
    const problem = problemOf(marketOf(returns), {
      constraints: { tracking_error: { max: 0 } },
      benchmark: { kind: "series", returns: followed },
    });
    for (const method of methods) {
      const parameters = method === "robust_mean_variance" ? { uncertainty_set: "box", kappa: 5 } : {};
      const { status, detail, weights } = solveBy(method, problem, { kernels, parameters });
      if (status === "infeasible" && method.startsWith("max_")) continue;
      assert.equal(status, "optimal", `${method} ${seed}: ${detail}`);
      assert.ok(Math.abs((weights?.[0] ?? NaN) - share) <= 1e-6, `${method} ${seed}`);
    }
  }
});

Deno.test("ratios are not infeasible where weights keep a tracking error of 0 within the tolerance of a proof", () => {
  const random = randomNumbers(54), returns = matrix(6, 2);
  for (let k = 0; k < returns.data.length; k++) returns.data[k] = 0.06 * (random() - 0.45);
  const share = 0.2 + 0.6 * random();
  const followed = Float64Array.from(
    { length: 6 },
    (_, t) => share * returns.data[2 * t] + (1 - share) * returns.data[2 * t + 1] + 1e-11 * (random() - 0.5),
  );
  const mean = followed.reduce((sum, one) => sum + one / 6, 0);
  const problem = problemOf(marketOf(returns), {
    constraints: { tracking_error: { max: 0 }, budget: { min: 0, max: 2 } },
    riskFreeRate: 52 * (mean - 3e-6),
    benchmark: { kind: "series", returns: followed },
  });
  for (const method of ["max_sharpe", "max_sortino", "max_return_cvar", "max_omega"]) {
    const { status, detail } = solveBy(method, problem, { kernels });
    assert.notEqual(status, "infeasible", `${method}: ${detail}`);
  }
});
