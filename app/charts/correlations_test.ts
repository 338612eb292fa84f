import assert from "node:assert/strict";
import { correlatedPairs, correlationsOf, orderOf, partAround } from "./correlations.ts";

/** Covariances of four assets: the first and the third move together, the second against them, the last not at all. */
const ROWS = [[4, -1, 5.4, 0], [-1, 1, -1.2, 0], [5.4, -1.2, 9, 0], [0, 0, 0, 0]];
const CORRELATIONS = correlationsOf(["A", "B", "C", "D"], ROWS);

Deno.test("correlations follow from covariances, and an asset without variance has none but with itself", () => {
  assert.equal(CORRELATIONS.between(0, 2), 0.9);
  assert.equal(CORRELATIONS.between(1, 0), -0.5);
  assert.equal(CORRELATIONS.between(3, 3), 1);
  assert.ok(Number.isNaN(CORRELATIONS.between(0, 3)));
});

Deno.test("every order of the map has each asset once", () => {
  for (const order of ["run", "weight", "alike"] as const) {
    const places = orderOf(CORRELATIONS, order, (asset) => asset === "C" ? 2 : 1);
    assert.deepEqual([...places].sort(), [0, 1, 2, 3], order);
  }
  assert.deepEqual([...orderOf(CORRELATIONS, "weight", (asset) => asset === "C" ? 2 : 1)], [2, 0, 1, 3]);
});

Deno.test("in the order of likeness the most correlated assets stand side by side", () => {
  const places = [...orderOf(CORRELATIONS, "alike", () => 0)];
  assert.equal(Math.abs(places.indexOf(0) - places.indexOf(2)), 1);
});

Deno.test("a part of the map lies within it and is no smaller than can be read", () => {
  assert.deepEqual(partAround({ row: 0, column: 99 }, 20, 100), { row: 0, column: 80, count: 20 });
  assert.deepEqual(partAround({ row: 50, column: 50 }, 1, 100), { row: 48, column: 48, count: 4 });
  assert.deepEqual(partAround({ row: 50, column: 50 }, 400, 100), { row: 0, column: 0, count: 100 });
});

Deno.test("pairs of assets are listed once, the most correlated first", () => {
  const pairs = correlatedPairs(correlationsOf(["A", "B", "C"], ROWS));
  assert.deepEqual(pairs.map(({ one, other }) => one + other), ["AC", "BC", "AB"].sort((a) => a === "AC" ? -1 : 1));
});
