import assert from "node:assert/strict";
import { ProgramBuilder } from "./program_builder.ts";
import { Affine } from "./program.ts";
import { certify } from "../certify/certify.ts";
import { isNormalisation } from "./normalisation.ts";
import { widenLimits } from "../presolve/widen_limits.ts";

/** A weight times a scale, y, with y / 1e6 at least 1. */
function program() {
  const builder = new ProgramBuilder();
  const y = builder.variables(1), scale = builder.variables(1, 0).at(0);
  builder.scaleBy(scale);
  builder.atMost(Affine.constant(1), y.all().times(1e-6));
  builder.equal(y.sum(), scale);
  return builder.build();
}

Deno.test("a breach of the normalisation of a ratio is measured relative to it, however large the scale", () => {
  const at = (share: number): number =>
    certify(program(), { x: Float64Array.of(1e6 * share, 1e6 * share), z: new Float64Array(2) }).primal;
  assert.equal(at(1), 0);
  // Of the scale, 1e6, it would be 1e-10.
  assert.ok(at(1 - 1e-4) >= 0.99e-4, `${at(1 - 1e-4)}`);
});

Deno.test("widening limits leaves the normalisation of a ratio as it is", () => {
  const given = program(), { program: wide } = widenLimits(given);
  const x = Float64Array.of(1e6, 1e6);
  const own = given.blocks.filter((block) => isNormalisation(given, block)).map(({ firstRow }) => firstRow);
  assert.equal(own.length, 1);
  assert.equal(wide.rows.evaluate(x)[own[0]], given.rows.evaluate(x)[own[0]]);
  assert.notEqual(wide.rows.evaluate(x)[1 - own[0]], given.rows.evaluate(x)[1 - own[0]]);
});
