import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "./certify.ts";
import { exactGap } from "./exact_gap.ts";
import { ExactSums } from "../../domain/exact_sums.ts";
import { meets } from "./proof.ts";

Deno.test("exact sums of products keep the digits that doubles lose where terms cancel", () => {
  const sums = new ExactSums(2), tenth = 0.1;
  for (const [a, b] of [[1e16, 1], [1, 1], [-1e16, 1], [tenth, tenth], [-tenth * tenth, 1]]) sums.add(1, a, b);
  // What rounding takes from 0.1 × 0.1, whose exact value 0x1999999999999a² × 2^-112 integers give.
  const exact = BigInt("0x1999999999999a") ** 2n, rounded = BigInt(tenth * tenth * 2 ** 112);
  assert.equal(sums.at(1), 1 + Number(exact - rounded) / 2 ** 112);
  assert.equal(sums.at(0), 0);
  sums.addSum(0, sums, 1, 3);
  assert.ok(Math.abs(sums.at(0) - 3) <= 1e-15);
});

/** min ½ x² - x over a row (x - 1) × 1e9 = 0 twice, once with either sign. */
function twofold(): Program {
  const builder = new ProgramBuilder(), x = builder.variables(1);
  builder.minimizeQuadratic(x, matrix(1, 1, Float64Array.of(1)));
  builder.minimize(x.dot([-1]));
  builder.atMost(x.sum(), Affine.constant(1));
  builder.atMost(Affine.constant(1), x.sum());
  return builder.build();
}

Deno.test("multipliers of 1e10 that cancel exactly prove a point, and those that leave a slope do not", () => {
  const program = twofold(), x = Float64Array.of(1), none = new Float64Array(1);
  const large = Float64Array.of(1e10, 1e10);
  assert.equal(exactGap(program, { x, y: x, z: large, rounding: none }), 0);
  const residuals = certify(program, { x, z: large });
  assert.ok(meets(residuals) && residuals.gap === 0, JSON.stringify(residuals));
  // The slope of 1e-3 that the multipliers leave has no bound to stop it.
  const uneven = { x, y: x, z: Float64Array.of(1e10, 1e10 + 1e-3), rounding: none };
  assert.equal(exactGap(program, uneven), Infinity);
  assert.ok(!meets(certify(program, uneven)));
});

Deno.test("the exact gap of a point is its objective less that of the optimum", () => {
  const builder = new ProgramBuilder(), x = builder.variables(2, 0, 3);
  builder.minimizeQuadratic(x, matrix(2, 2, Float64Array.of(2, 0, 0, 4)));
  builder.minimize(x.dot([-1, -6]));
  const program = builder.build(), best = Float64Array.of(0.5, 1.5), z = new Float64Array(0);
  const rounding = new Float64Array(2);
  assert.equal(exactGap(program, { x: best, y: best, z, rounding }), 0);
  // x² - x + 2 y² - 6 y: -4.75 at the best point, -4 at (1, 1).
  assert.equal(exactGap(program, { x: Float64Array.of(1, 1), y: best, z, rounding }), 0.75);
});
