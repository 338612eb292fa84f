import assert from "node:assert/strict";
import { exponential } from "./cones/exponential.ts";
import { power } from "./cones/power.ts";
import { matrix } from "../domain/matrix.ts";
import { loadKernels } from "../kernels/mod.ts";
import { Affine } from "./program/program.ts";
import { ProgramBuilder } from "./program/program_builder.ts";
import { wholeOf } from "./presolve/reduction.ts";
import { solveByCones } from "./engines/solve_by_cones.ts";
import { solveProgram } from "./solve_program.ts";
import { certify } from "./certify/certify.ts";
import { excess } from "./certify/proof.ts";

const kernels = await loadKernels(null);

Deno.test("the largest entropy of a given mean is proven by exponential cones and polished to rounding", () => {
  const values = [0, 1, 2, 5], mean = 1.5;
  const builder = new ProgramBuilder();
  const x = builder.variables(4), entropy = builder.variables(4);
  // entropy ≤ -x log x: x exp(entropy / x) ≤ 1.
  for (let i = 0; i < 4; i++) {
    builder.inCone(exponential, Affine.stack([entropy.at(i), x.at(i), Affine.constant(1)]));
  }
  builder.equal(x.sum(), Affine.constant(1));
  builder.equal(x.dot(values), Affine.constant(mean));
  builder.minimize(entropy.sum().times(-1));
  const program = builder.build();
  const { status, point, residuals } = solveProgram(program, kernels);
  assert.equal(status, "optimal");
  assert.ok(point !== null && residuals !== null);
  const given = solveByCones(program, kernels, wholeOf(program));
  assert.ok(given.status === "solved");
  assert.ok(excess(residuals) < 1e-3 * excess(certify(program, given.point)), JSON.stringify(residuals));
  // x is proportional to exp(θ value): the logarithms lie on a line.
  const logarithms = point.x.subarray(0, 4).map(Math.log);
  const slope = logarithms[1] - logarithms[0];
  values.forEach((value, i) => assert.ok(Math.abs(logarithms[i] - logarithms[0] - slope * value) <= 1e-10));
});

Deno.test("the largest x^α y^(1-α) with x + y = 1 is proven by a power cone to 1e-9", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(3);
  builder.inCone(power(0.3), x.all());
  builder.equal(x.dot([1, 1, 0]), Affine.constant(1));
  builder.minimize(x.dot([0, 0, -1]));
  const { status, point } = solveProgram(builder.build(), kernels);
  assert.equal(status, "optimal");
  [0.3, 0.7, 0.3 ** 0.3 * 0.7 ** 0.7].forEach((entry, i) => assert.ok(Math.abs((point?.x[i] ?? NaN) - entry) <= 1e-9));
});

Deno.test("rules that contradict a second-order, an exponential or a power cone are infeasible", () => {
  const cones = [
    (builder: ProgramBuilder, x: Affine) =>
      builder.normAtMost(Affine.stack([x, Affine.constant(3)]), Affine.constant(2)),
    (builder: ProgramBuilder, x: Affine) => builder.inCone(exponential, Affine.stack([x, Affine.constant(1, 0.5)])),
    (builder: ProgramBuilder, x: Affine) => builder.inCone(power(0.5), Affine.stack([Affine.constant(1, 1), x])),
  ];
  for (const add of cones) {
    for (const isFixed of [true, false]) {
      const builder = new ProgramBuilder();
      const x = builder.variables(1, 2, isFixed ? 2 : 3);
      builder.minimizeQuadratic(x, matrix(1, 1, Float64Array.of(1)));
      add(builder, x.at(0));
      assert.equal(solveProgram(builder.build(), kernels).status, "infeasible");
    }
  }
});
