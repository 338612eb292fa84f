import assert from "node:assert/strict";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { straighten } from "./straighten.ts";

function rowsOf(coefficients: readonly (readonly number[])[]): Affine {
  const builder = new ProgramBuilder(), x = builder.variables(coefficients[0].length);
  return Affine.stack(coefficients.map((row) => x.dot(row)));
}

Deno.test("straightening a direction makes rows vanish that nearly vanish along it, and leaves other rows", () => {
  const rows = rowsOf([[1, 1, 1, 0], [3e5, -3e5, 0, 1e-3], [1, 0, 2, 1], [2, 2, 2, 0]]);
  const given = Float64Array.of(1, 1 + 1e-11, -2 + 3e-10, 7e-3), kept = given.slice();
  const straight = straighten({ rows }, given), [sum, difference, other] = rows.evaluate(straight);
  assert.deepEqual(given, kept);
  assert.ok(Math.abs(sum) <= 1e-15, `${sum}`);
  assert.ok(Math.abs(difference) <= 1e-10 && Math.abs(other) > 1, `${difference}, ${other}`);
  straight.forEach((entry, j) => assert.ok(Math.abs(entry - given[j]) <= 1e-8 * Math.abs(given[j])));
});

Deno.test("straightening sets tiny entries that a solver left to 0 and keeps the rows at 0", () => {
  const straight = straighten({ rows: rowsOf([[1, 1, 1]]) }, Float64Array.of(-1, 1 - 2e-11, 2e-11));
  assert.equal(straight[2], 0);
  assert.equal(straight[0] + straight[1], 0);
});

Deno.test("straightening leaves a direction alone along which no row nearly vanishes", () => {
  const given = Float64Array.of(1, 0.5);
  assert.deepEqual(straighten({ rows: rowsOf([[1, 1]]) }, given), given);
});
