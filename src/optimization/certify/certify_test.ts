import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import { matrix } from "../../domain/matrix.ts";
import { certify } from "./certify.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { meets, PROOF, type Residuals } from "./proof.ts";
import { Affine, type Program, quadraticTimes, type Variables } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";

/** min ½ x'diag(2, 4)x with x₁ + x₂ = 1, x ≥ 0: x = (2/3, 1/3) with the multiplier -4/3. */
function budgetProgram(): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0);
  builder.minimizeQuadratic(x, matrix(2, 2, Float64Array.of(2, 0, 0, 4)));
  builder.equal(x.sum(), Affine.constant(1));
  return builder.build();
}

Deno.test("the optimum with its multiplier has no residuals", () => {
  const residuals = certify(budgetProgram(), { x: Float64Array.of(2 / 3, 1 / 3), z: Float64Array.of(-4 / 3) });
  assertClose(residuals, { primal: 0, dual: 0, gap: 0 });
  assert.ok(meets(residuals));
});

Deno.test("residuals of other weights are those computed by hand, and do not count as proven", () => {
  // P x = (1.4, 1.2), reduced costs (1/15, -2/15): the second has no bound to stand for it. Sizes (1.4 + 4/3, 1.2 +
  // 4/3); x'Px = 1.34 against the support 4/3, which is off by up to 2/15 at weights that sum to 1.
  const residuals = certify(budgetProgram(), { x: Float64Array.of(0.7, 0.3), z: Float64Array.of(-4 / 3) });
  assertClose(residuals, { primal: 0, dual: (2 / 15) / (1.4 + 4 / 3), gap: (1.34 - 4 / 3 + 2 / 15) / 0.67 });
  assert.ok(!meets(residuals));
});

Deno.test("the certified bound is never above the objective of a feasible point, whatever the point and multipliers", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true }), multiplier = fc.double({ min: -5, max: 5, noNaN: true });
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0, 1);
  builder.minimizeQuadratic(x, matrix(2, 2, Float64Array.of(2, 0, 0, 4)));
  builder.minimize(x.dot([0.3, -0.2]));
  builder.equal(x.sum(), Affine.constant(1));
  const program = builder.build();
  const objective = ([a, b]: readonly [number, number]): number => a * a + 2 * b * b + 0.3 * a - 0.2 * b;
  fc.assert(fc.property(share, share, multiplier, share, (first, second, z, kept) => {
    const { bound } = certify(program, { x: Float64Array.of(first, second), z: Float64Array.of(z) });
    assert.ok(bound <= objective([kept, 1 - kept]) + 1e-12);
  }));
  // 2 a + 0.3 = 4 b - 0.2 = -z.
  const [a, b] = [3.5 / 6, 2.5 / 6];
  const best = certify(program, { x: Float64Array.of(a, b), z: Float64Array.of(-2 * a - 0.3) });
  assert.ok(Math.abs(best.bound - objective([a, b])) <= 1e-14);
});

Deno.test("a point near the optimum is certified by the bound at the optimum", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  builder.minimizeQuadratic(x, matrix(2, 2, Float64Array.of(1, 0, 0, 1)));
  builder.minimize(x.dot([-1, -1]));
  const program = builder.build(), z = new Float64Array(0), best = Float64Array.of(1, 1);
  const near = { x: Float64Array.of(1, 1 + 1e-5), z };
  assert.ok(!meets(certify(program, near)));
  const residuals = certify(program, near, best);
  assert.ok(meets(residuals));
  // ½ 1e-10 beside an objective of 1.
  assert.ok(Math.abs(residuals.gap - 5e-11) <= 1e-15, `${residuals.gap}`);
  assert.ok(!meets(certify(program, { x: Float64Array.of(1, 1.001), z }, best)));
});

Deno.test("multipliers that leave a slope which nothing bounds give no bound, except 0 for an objective of squares", () => {
  const at = { x: Float64Array.of(0.7, 0.3), z: Float64Array.of(-4 / 3) };
  assert.equal(certify(budgetProgram(), at).bound, 0);
  const sloped = slopeProgram(0.1);
  assert.equal(certify(sloped, at).bound, -Infinity);
});

Deno.test("the primal residual is the absolute breach of a row", () => {
  const { primal } = certify(budgetProgram(), { x: Float64Array.of(2 / 3, 1 / 3 + 0.25), z: Float64Array.of(-4 / 3) });
  assert.ok(Math.abs(primal - 0.25) < 1e-15);
});

Deno.test("the primal residual is the absolute breach of a bound", () => {
  const { primal } = certify(budgetProgram(), { x: Float64Array.of(1.125, -0.125), z: Float64Array.of(-4 / 3) });
  assert.equal(primal, 0.125);
});

Deno.test("a reduced cost of the sign that a bound allows counts in the gap and not in the dual residual", () => {
  // min x₁ + 2 x₂ with x₁ + x₂ ≥ 1, 0 ≤ x ≤ 1: at (1, 0) the multiplier 1.5 leaves (-0.5, 0.5), both of the right sign.
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0, 1);
  builder.minimize(x.dot([1, 2]));
  builder.atMost(Affine.constant(1), x.sum());
  const program = builder.build();
  assertClose(certify(program, { x: Float64Array.of(1, 0), z: Float64Array.of(1.5) }), { primal: 0, dual: 0, gap: 0 });
  // At (0.75, 0.25): x'q = 1.25; support 0.5 · 1 - 1.5 · 1 = -1.
  const inside = certify(program, { x: Float64Array.of(0.75, 0.25), z: Float64Array.of(1.5) });
  assertClose(inside, { primal: 0, dual: 0, gap: 0.25 / 1.25 });
});

Deno.test("a point that is better than the bound only by its breach of a limit has no gap", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(1);
  builder.minimize(x.at(0));
  builder.atMost(Affine.constant(2), x.at(0));
  const program = builder.build();
  const missed = certify(program, { x: Float64Array.of(2 - 5e-10), z: Float64Array.of(1) });
  assert.ok(meets(missed) && missed.gap === 0);
  assert.ok(certify(program, { x: Float64Array.of(2 + 1e-3), z: Float64Array.of(1) }).gap > PROOF.gap);
});

Deno.test("a multiplier of the wrong sign counts as 0", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(1);
  builder.minimize(x.at(0));
  builder.atMost(Affine.constant(2), x.at(0));
  const program = builder.build();
  assert.ok(meets(certify(program, { x: Float64Array.of(2), z: Float64Array.of(1) })));
  const wrong = certify(program, { x: Float64Array.of(2), z: Float64Array.of(-1) });
  assertClose(wrong, { primal: 0, dual: 1, gap: (2 + 1 * 2) / 2 });
});

Deno.test("rows of a norm are judged by their cone, and their multipliers are projected onto it", () => {
  // min t with ‖(3, 4)‖ ≤ t: t = 5 with z = (1, -0.6, -0.8).
  const builder = new ProgramBuilder();
  const t = builder.variables(1);
  builder.minimize(t.at(0));
  builder.normAtMost(Affine.constant(3, 4), t.at(0));
  const program = builder.build();
  const z = Float64Array.of(1, -0.6, -0.8);
  assertClose(certify(program, { x: Float64Array.of(5), z }), { primal: 0, dual: 0, gap: 0 });
  assert.equal(certify(program, { x: Float64Array.of(4.5), z }).primal, 0.5);
  // (0, -3, -4) is projected to (2.5, -1.5, -2): the reduced cost is 1 - 2.5, the support -4.5 - 8, below the value.
  const projected = certify(program, { x: Float64Array.of(5), z: Float64Array.of(0, -3, -4) });
  // No limit of t says how far that may take it.
  assertClose(projected, { primal: 0, dual: 1.5 / 3.5, gap: (1.5 * LARGEST_NUMBER) / 5 });
  // Minus the cone is projected to 0.
  const opposite = certify(program, { x: Float64Array.of(5), z: z.map((entry) => -entry) });
  assertClose(opposite, { primal: 0, dual: 1, gap: (5 + 1 * LARGEST_NUMBER) / 5 });
});

/** min (1 - slope) x₁ + x₂ with x₁ + x₂ = 1, and none of them bounded but by what is added. */
function slopeProgram(slope: number, add: (builder: ProgramBuilder, x: Variables) => void = () => {}): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  builder.minimize(x.dot([1 - slope, 1]));
  builder.equal(x.sum(), Affine.constant(1));
  add(builder, x);
  return builder.build();
}

Deno.test("a slope that nothing bounds prevents a proof, however small it and the point are", () => {
  // The further the first is bought with the second, the better; the multipliers leave a billionth of it.
  const program = slopeProgram(1e-9), z = Float64Array.of(-1);
  const [near, far] = [Float64Array.of(0.5, 0.5), Float64Array.of(10, -9)].map((x) => certify(program, { x, z }));
  for (const { gap, dual } of [near, far]) assert.ok(dual <= PROOF.dual && gap > 1e3 * PROOF.gap, `${dual}, ${gap}`);
  assert.ok(Math.abs(near.bound - far.bound) <= 1e-7);
});

Deno.test("a slope is bounded where rows, or the definition of a variable, bound it", () => {
  const at = { x: Float64Array.of(1.5, -0.5), z: Float64Array.of(-1, 0) };
  const limited = slopeProgram(1e-9, (builder, x) => builder.atMost(x.at(0), Affine.constant(1.5)));
  assert.ok(meets(certify(limited, at)));
  const byGross = slopeProgram(1e-9, (builder, x) => {
    const { positive, negative } = builder.split("size", () => x.all());
    builder.atMost(positive.sum().plus(negative.sum()), Affine.constant(2));
  });
  const x = Float64Array.of(1.5, -0.5, 1.5, 0, 0, 0.5), z = new Float64Array(byGross.rows.length);
  z[
    byGross.blocks.find(({ isDefinition, cone }) => !isDefinition && cone.isLinear && cone.isEquality)?.firstRow ?? -1
  ] = -1;
  assert.ok(meets(certify(byGross, { x, z })));
});

Deno.test("each of the three residuals alone can fail a proof", () => {
  assert.ok(meets(PROOF));
  for (const figure of ["primal", "dual", "gap"] as const) {
    assert.ok(!meets({ ...PROOF, [figure]: 1.01 * PROOF[figure] }), figure);
    assert.ok(!meets({ ...PROOF, [figure]: NaN }), `${figure} that is not a number`);
  }
});

Deno.test("an objective of exactly 0 or of rounding is proven without a gap, and one of 1e-9 above 0 is not", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0);
  builder.minimize(x.dot([1, 0]));
  builder.equal(x.sum(), Affine.constant(1));
  const program = builder.build();
  assertClose(certify(program, { x: Float64Array.of(0, 1), z: Float64Array.of(0) }), { primal: 0, dual: 0, gap: 0 });
  const rounded = certify(program, { x: Float64Array.of(1e-15, 1), z: Float64Array.of(1e-15) });
  assert.ok(rounded.gap < PROOF.gap);
  // A gap of 1e-9 is no rounding, however small the objective is.
  assert.ok(certify(program, { x: Float64Array.of(1e-9, 1), z: Float64Array.of(0) }).gap > PROOF.gap);
});

Deno.test("reduced costs are P x + q - C'z", () => {
  const program = budgetProgram(), x = Float64Array.of(0.5, 0.5);
  const costs = reducedCostsAt(program, quadraticTimes(program, x), Float64Array.of(2));
  // Rows are 1 - x₁ - x₂.
  assert.deepEqual([...costs], [3, 4]);
});

function assertClose(actual: Residuals, expected: Residuals): void {
  for (const figure of ["primal", "dual", "gap"] as const) {
    assert.ok(
      Math.abs(actual[figure] - expected[figure]) <= 1e-14,
      `${figure}: ${actual[figure]}, not ${expected[figure]}`,
    );
  }
}

Deno.test("a point that is not optimal has a large gap, even beside an asset of huge variance that is not held", () => {
  const builder = new ProgramBuilder(), x = builder.variables(3, 0);
  builder.minimizeQuadratic(x, matrix(3, 3, Float64Array.of(1e-8, 0, 0, 0, 4e-8, 0, 0, 0, 1e16)));
  builder.equal(x.sum(), Affine.constant(1));
  assert.ok(certify(builder.build(), { x: Float64Array.of(1, 0, 0), z: new Float64Array(1) }).gap > 0.1);
});
