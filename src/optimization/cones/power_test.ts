import assert from "node:assert/strict";
import { power } from "./power.ts";

const BLOCK = { firstRow: 0, rows: 3 };

Deno.test("a power cone refuses exponents that are not between 0 and 1", () => {
  for (const exponent of [0, 1, -0.5, 1.5, NaN]) {
    assert.throws(() => power(exponent), { name: "RangeError", message: /Cannot make a power cone of exponent/ });
  }
});

Deno.test("distances from the power cone of exponent 1/2 match those computed by hand", () => {
  const cone = power(0.5);
  for (const [x, z] of [[1, 3], [0.25, -1], [-0.5, 2], [-3, 1], [2, 2.5]]) {
    // The nearest (u, u, v) has |v| = u: (x, z) projected on the line through (1, 1), whose first entry counts twice.
    const u = Math.max(0, (2 * x + Math.abs(z)) / 3);
    const expected = Math.hypot(x - u, x - u, Math.abs(z) - u);
    assert.ok(Math.abs(cone.distance(Float64Array.of(x, x, z), BLOCK) - expected) <= 1e-14, `${x}, ${z}`);
  }
});

Deno.test("where z is 0 the distance from the power cone is the length of the negative entries", () => {
  assert.equal(power(0.3).distance(Float64Array.of(-3, 5, 0), BLOCK), 3);
  assert.equal(power(0.3).distance(Float64Array.of(-3, -4, 0), BLOCK), 5);
  assert.equal(power(0.3).distance(Float64Array.of(0, 0, 0), BLOCK), 0);
});

Deno.test("the power cone has no tangent along its edges x = 0 and y = 0", () => {
  const z = new Float64Array(3);
  assert.equal(power(0.3).tangent({ s: Float64Array.of(1, 1e-9, 0), z }, BLOCK), null);
  assert.equal(power(0.3).tangent({ s: Float64Array.of(-1e-9, 1, 0), z }, BLOCK), null);
});
