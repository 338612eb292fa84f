import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { provesInfeasible } from "./proves_infeasible.ts";

/** x₁ + x₂ = 1, times a coefficient, with 0 ≤ x ≤ `largest`, the latter by a rule. */
function budgetOf(coefficient: number, largest: number | readonly number[]): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0);
  builder.bound(x, { upper: largest }, { family: "weight_bounds", rule: () => null });
  builder.equal(x.sum().times(coefficient), Affine.constant(coefficient));
  return builder.build();
}

Deno.test("multipliers prove infeasibility where their combined row has no feasible value, and not otherwise", () => {
  // -(1 - x₁ - x₂) is at most 0.8 - 1 within the bounds.
  assert.ok(provesInfeasible(budgetOf(1, 0.4), Float64Array.of(-1)));
  for (const z of [-1, 0, 1]) {
    assert.ok(!provesInfeasible(budgetOf(1, [0.4, 0.7]), Float64Array.of(z)));
    assert.ok(!provesInfeasible(budgetOf(1, [0.4, Infinity]), Float64Array.of(z)));
  }
});

Deno.test("contradictory rows are proven infeasible by their right multipliers and by no others tried", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  builder.atMost(Affine.constant(1), x.sum());
  builder.atMost(x.sum(), Affine.constant(0.5));
  const program = builder.build();
  assert.ok(provesInfeasible(program, Float64Array.of(1, 1)));
  for (const z of [[0, 0], [1, 0], [0, 1], [1, 0.5], [-1, -1]]) {
    assert.ok(!provesInfeasible(program, Float64Array.from(z)), `${z}`);
  }
});

Deno.test("a breach within the tolerance of limits proves nothing, whatever the size of the coefficients", () => {
  for (const coefficient of [1e-6, 1e-3, 1, 1e6]) {
    // Two bounds, and a row that may be missed by a billionth of its own unit.
    const most = 1e-9 + 1e-9 / coefficient / 2;
    assert.ok(!provesInfeasible(budgetOf(coefficient, 0.5 - 0.9 * most), Float64Array.of(-1)), `${coefficient}`);
    assert.ok(provesInfeasible(budgetOf(coefficient, 0.5 - 1.5 * most), Float64Array.of(-1)), `${coefficient}`);
  }
});

Deno.test("bounds of weights at 0 and of variables made of them have no tolerance in a proof of infeasibility", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0), part = builder.variables(1, 0);
  builder.bound(x, { lower: 0 }, { family: "weight_bounds", rule: () => null });
  builder.atMost(x.sum().plus(part.sum()).times(1e6), Affine.constant(-1.1e-9));
  assert.ok(provesInfeasible(builder.build(), Float64Array.of(1)));
});

Deno.test("a homogenised program is not proven infeasible because its scale has to be very large", () => {
  // The weights (1/2 + d, 1/2 - d) earn 2 d: the scale is 1 / 2 d.
  for (const d of [0.1, 1e-6, 1e-9, 1e-12]) {
    const builder = new ProgramBuilder();
    const y = builder.variables(2, 0), scale = builder.variables(1, 0).at(0);
    builder.scaleBy(scale);
    builder.atMost(Affine.constant(1), y.dot([1, -1]));
    builder.atMost(y.at(0), scale.times(0.5 + d));
    builder.equal(y.sum(), scale);
    const program = builder.build();
    for (const z of [[2, 1, -1], [1, 2, -1], [1, 2, 1]]) {
      assert.ok(!provesInfeasible(program, Float64Array.from(z)), `${d}`);
    }
  }
});

Deno.test("a ratio is proven infeasible where the rules allow no positive excess return", () => {
  const builder = new ProgramBuilder();
  const y = builder.variables(2, 0), scale = builder.variables(1, 0).at(0);
  builder.scaleBy(scale);
  builder.equal(y.sum(), scale);
  builder.atMost(Affine.constant(1), y.dot([-1, -2]));
  assert.ok(provesInfeasible(builder.build(), Float64Array.of(0, 1)));
});

Deno.test("multipliers that leave a slope in a weight without bounds prove nothing", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  builder.atMost(Affine.constant(1), x.at(0).times(1e-6));
  builder.atMost(x.sum(), Affine.constant(0.5));
  // x = (1e6, -1e6) keeps both.
  assert.ok(!provesInfeasible(builder.build(), Float64Array.of(1, 0)));
});

Deno.test("running maxima of sums far larger than any weight are not proven infeasible", () => {
  const builder = new ProgramBuilder();
  const weight = builder.variables(1, 1, 1);
  const sums = weight.mapped(matrix(3, 1, Float64Array.of(1e7, -1e7, 2e7)));
  builder.minimize(builder.runningMaxima("sums", () => sums).sum());
  const program = builder.build();
  for (let row = 0; row < program.rows.length; row++) {
    const multipliers = new Float64Array(program.rows.length);
    multipliers[row] = 1;
    assert.equal(provesInfeasible(program, multipliers), false, `row ${row}`);
  }
});
