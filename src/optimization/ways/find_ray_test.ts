import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { findRay, isRay } from "./find_ray.ts";

const kernels = await loadKernels(null);

/** min -x₀ over Σ x = 1 and a limit on x₀ + slope × x₁, three variables of any sign. */
function program({ slope, curvature = 0 }: { slope: number | null; curvature?: number }): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(3);
  builder.equal(x.sum(), Affine.constant(1));
  builder.minimize(x.dot([-1, 0, 0]));
  if (slope !== null) builder.atMost(x.dot([1, slope, 0]), Affine.constant(2));
  if (curvature > 0) {
    builder.minimizeQuadratic(x, matrix(3, 3, Float64Array.of(curvature, 0, 0, 0, curvature, 0, 0, 0, curvature)));
  }
  return builder.build();
}

Deno.test("an unbounded program has a ray that keeps its limits and improves its objective", () => {
  for (const slope of [null, 1, 0.5, 2]) {
    const ray = findRay(program({ slope }), kernels);
    assert.ok(ray, `${slope}`);
    const [a, b, c] = ray;
    assert.ok(a > 0 && Math.abs(a + b + c) <= 1e-12 && (slope === null || a + slope * b <= 1e-12), `${slope}: ${ray}`);
  }
});

Deno.test("a program with an optimum has no ray, even with a curvature of a millionth of its slope", () => {
  for (const curvature of [1, 1e-6]) assert.equal(findRay(program({ slope: null, curvature }), kernels), null);
  assert.equal(findRay(program({ slope: 0 }), kernels), null);
});

Deno.test("a direction that breaks a limit, curves or worsens the objective, or is not finite is no ray", () => {
  const open = program({ slope: null });
  assert.ok(isRay(open, Float64Array.of(1, -1, 0)));
  assert.ok(isRay(open, Float64Array.of(5e6, 0, -5e6)));
  for (const direction of [[1, 0, 0], [-1, 1, 0], [0, 1, -1], [0, 0, 0], [NaN, 0, 0], [Infinity, -Infinity, 0]]) {
    assert.ok(!isRay(open, Float64Array.from(direction)), `${direction}`);
  }
  assert.ok(!isRay(program({ slope: 0.5 }), Float64Array.of(1, -1, 0)));
  assert.ok(!isRay(program({ slope: null, curvature: 1e-9 }), Float64Array.of(1, -1, 0)));
});

Deno.test("a limit with a tiny coefficient along a direction rules it out as a ray", () => {
  for (const small of [1e-12, 1e-13]) {
    const builder = new ProgramBuilder();
    const x = builder.variables(2, 0);
    builder.minimize(x.dot([0, -1]));
    // x₁ may be 10 at most.
    builder.atMost(x.dot([1, small]), Affine.constant(10 * small));
    const bounded = builder.build();
    assert.ok(!isRay(bounded, Float64Array.of(0, 1)), `${small}`);
    assert.equal(findRay(bounded, kernels), null, `${small}`);
  }
});

Deno.test("limits that together bound a direction, which each of them nearly allows, rule it out as a ray", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0);
  builder.minimize(x.dot([0, -1]));
  builder.atMost(x.dot([-1, 1]), Affine.constant(0));
  // With x₀ ≥ x₁ it leaves x₁ at most 1000.
  builder.atMost(x.dot([1, -(1 - 1e-12)]), Affine.constant(1e-9));
  assert.ok(!isRay(builder.build(), Float64Array.of(1, 1)));
});

Deno.test("a limit whose terms cancel to rounding along a direction does not rule it out as a ray", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(3);
  builder.minimize(x.dot([-1, 0, 0]));
  builder.equal(x.dot([0.1, 0.2, -0.3]), Affine.constant(0));
  assert.ok(isRay(builder.build(), Float64Array.of(1, 1, 1)));
});

Deno.test("a ray also has to keep cones that no solver has", () => {
  for (const isLimited of [false, true]) {
    const builder = new ProgramBuilder(), x = builder.variables(2);
    builder.minimize(x.dot([-1, 0]));
    const difference = builder.meanDifference(
      x.mapped(matrix(3, 2, Float64Array.of(0, 1, 0, 2, isLimited ? 1 : 0, 3))),
    );
    builder.atMost(difference, Affine.constant(1));
    const ray = findRay(builder.build(), kernels);
    assert.equal(ray === null, isLimited, `${ray}`);
  }
});
