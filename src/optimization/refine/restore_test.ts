import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "../certify/certify.ts";
import { restore } from "./restore.ts";

/** Weights of 0 to 1 that sum to 1, with a row whose coefficients are far apart. */
function program(coefficients: readonly number[], at: number): Program {
  const builder = new ProgramBuilder(), x = builder.variables(coefficients.length, 0, 1);
  builder.equal(x.sum(), Affine.constant(1));
  builder.equal(x.dot(coefficients), Affine.constant(at));
  return builder.build();
}

Deno.test("weights that miss equalities by 1e-9 are restored to rounding within their bounds, and tiny weights to 0", () => {
  const coefficient = fc.double({ min: 1, max: 1e6, noNaN: true });
  const stray = fc.double({ min: -1e-9, max: 1e-9, noNaN: true });
  fc.assert(fc.property(coefficient, coefficient, stray, stray, (a, b, first, second) => {
    const meant = [0.2, 0.5, 0.3, 0], coefficients = [a, -b, 1, a], at = 0.2 * a - 0.5 * b + 0.3;
    const given = program(coefficients, at), x = Float64Array.of(0.2 + first, 0.5 + second, 0.3, 2e-9);
    const restored = restore(given, x);
    assert.ok(restored);
    const slacks = given.rows.evaluate(restored);
    assert.ok(Math.abs(slacks[0]) <= 1e-15 && Math.abs(slacks[1]) <= 1e-15 * (a + b), `${slacks}`);
    assert.equal(restored[3], 0);
    restored.forEach((weight, i) => assert.ok(Math.abs(weight - meant[i]) <= 1e-8, `${restored}`));
    assert.ok(certify(given, { x: restored, z: new Float64Array(2) }).primal <= 1e-9);
  }));
});

Deno.test("restoring leaves weights alone where rows are clear of their limits", () => {
  const builder = new ProgramBuilder(), x = builder.variables(2, 0);
  builder.atMost(x.dot([1, 1e5]), Affine.constant(5e4 + 1));
  const restored = restore(builder.build(), Float64Array.of(0.5, 0.5));
  assert.deepEqual(restored, Float64Array.of(0.5, 0.5));
});
