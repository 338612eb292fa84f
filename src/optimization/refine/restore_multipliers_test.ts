import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { matrix } from "../../domain/matrix.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "../certify/certify.ts";
import { restoreMultipliers } from "./restore_multipliers.ts";

/** min ½ x'diag(1, 2, 4)x, x₀ + x₁ + x₂ = 1, x₀ ≤ x₁, of variables without bounds. */
function program(): Program {
  const builder = new ProgramBuilder(), x = builder.variables(3);
  builder.minimizeQuadratic(x, matrix(3, 3, Float64Array.of(1, 0, 0, 0, 2, 0, 0, 0, 4)));
  builder.equal(x.sum(), Affine.constant(1));
  builder.atMost(x.at(0), x.at(1));
  return builder.build();
}

/** By hand: x₀ = -z₀ - z₁, 2 x₁ = -z₀ + z₁, 4 x₂ = -z₀. */
const BEST = [8 / 19, 8 / 19, 3 / 19], MULTIPLIERS = [-12 / 19, 4 / 19];

const stray = fc.double({ min: -1e-8, max: 1e-8, noNaN: true });

Deno.test("multipliers with errors of 1e-8 are restored to the exact ones up to rounding", () => {
  const given = program(), x = Float64Array.from(BEST);
  fc.assert(fc.property(stray, stray, (first, second) => {
    const restored = restoreMultipliers(given, {
      x,
      z: Float64Array.of(MULTIPLIERS[0] + first, MULTIPLIERS[1] + second),
    });
    assert.ok(restored);
    const { dual, gap } = certify(given, { x, z: restored });
    assert.ok(dual <= 1e-15 && gap <= 1e-14, `${dual}, ${gap}`);
    restored.forEach((one, i) => assert.ok(Math.abs(one - MULTIPLIERS[i]) <= 1e-15, `${restored}`));
  }));
});

Deno.test("restoring multipliers keeps a multiplier of 0", () => {
  const restored = restoreMultipliers(program(), { x: Float64Array.from(BEST), z: Float64Array.of(-0.6, 0) });
  assert.equal(restored?.[1], 0);
});
