import assert from "node:assert/strict";
import { exponential } from "./exponential.ts";

const BLOCK = { firstRow: 0, rows: 3 };

Deno.test("points of the polar cone and beside the flat face have their exact distances from the exponential cone", () => {
  assert.equal(distance(3, -1, -4), Math.hypot(3, 1, 4));
  assert.equal(distance(-2, -3, 5), 3);
  assert.equal(distance(-2, -3, -4), 5);
  assert.equal(distance(-2, 0, 5), 0);
  assert.equal(distance(0, 0, 0), 0);
});

Deno.test("the distance of (1, 1, 1) from the exponential cone matches the solution of its projection equation", () => {
  // p = ρ / q, d = (1 - ρ) / q and q = ρ² - ρ + 1: p exp ρ - d exp -ρ = 1, solved by hand for ρ.
  let [low, high] = [0, 1];
  for (let k = 0; k < 60; k++) {
    const ratio = (low + high) / 2, q = ratio ** 2 - ratio + 1;
    if (ratio / q * Math.exp(ratio) - (1 - ratio) / q * Math.exp(-ratio) < 1) low = ratio;
    else high = ratio;
  }
  const p = low / (low ** 2 - low + 1);
  assert.ok(Math.abs(distance(1, 1, 1) - Math.hypot(1 - p * low, 1 - p, 1 - p * Math.exp(low))) <= 1e-14);
});

Deno.test("distances from the exponential cone are right where exponentials overflow or vanish", () => {
  assert.equal(distance(-1, 1e-9, 0), 0);
  assert.equal(distance(-1, 1e-9, -0.5), 0.5);
  assert.ok(Math.abs(distance(1e-9, -1, 0.5) - 1) <= 1e-8);
  assert.ok(distance(1, 1e-300, 1) > 0.1);
});

Deno.test("a point of tiny y and negative x has the tangent of the flat face y = 0 of the exponential cone", () => {
  const s = Float64Array.of(-1, 1e-8, 2);
  const tangent = exponential.tangent({ s, z: Float64Array.of(0, 3, 1e-9) }, BLOCK);
  assert.equal(tangent?.slack, 1e-8);
  assert.equal(tangent?.multiplier, 3);
  assert.deepEqual([...tangent?.normal(3) ?? []], [0, 3, 0]);
  assert.equal(tangent?.curvature, null);
});

Deno.test("the exponential cone has no tangent along the rays where its flat and its curved face meet", () => {
  const z = new Float64Array(3);
  assert.equal(exponential.tangent({ s: Float64Array.of(0, 1e-9, 1), z }, BLOCK), null);
  assert.equal(exponential.tangent({ s: Float64Array.of(-1, 1e-9, 1e-9), z }, BLOCK), null);
  assert.equal(exponential.tangent({ s: Float64Array.of(1, 1e-5, 0), z }, BLOCK), null, "no slope is a number there");
});

function distance(x: number, y: number, z: number): number {
  return exponential.distance(Float64Array.of(x, y, z), BLOCK);
}
