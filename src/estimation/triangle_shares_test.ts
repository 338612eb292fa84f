import assert from "node:assert/strict";
import { randomMatrix } from "../../tests/support/kernel_cases.ts";
import { loadKernels } from "../kernels/mod.ts";
import { joinedTriangle, triangleShares } from "./triangle_shares.ts";

const { statistics } = await loadKernels(null);

Deno.test("the shares of a triangle cover each row once, begin at strips, and differ little in size", () => {
  for (const n of [1, 4, 5, 63, 500, 1_001]) {
    for (const count of [1, 2, 3, 4]) {
      const shares = triangleShares(n, count);
      assert.deepEqual(shares.map(({ first }) => first), [0, ...shares.slice(0, -1).map(({ end }) => end)]);
      assert.equal(shares.at(-1)?.end, n);
      assert.ok(shares.every(({ first, end }) => first % 16 === 0 && first < end));
      if (n < 500) continue;
      const sizes = shares.map(({ first, end }) => end * (end + 1) - first * (first + 1));
      assert.ok(Math.max(...sizes) < 1.2 * Math.min(...sizes), `${n} in ${count}: ${sizes}`);
    }
  }
});

Deno.test("a covariance of one, two, three or four shares has the same bytes as the whole", () => {
  for (const [T, n] of [[2, 1], [40, 7], [300, 64], [700, 130]]) {
    const returns = randomMatrix(T, n, n), whole = statistics.covariance(returns), means = statistics.means(returns);
    for (const count of [1, 2, 3, 4]) {
      const shares = triangleShares(n, count).map((share) => ({
        ...share,
        rows: statistics.covarianceRows(returns, { ...share, means }),
      }));
      assert.deepEqual(joinedTriangle(n, shares), whole, `${n} assets in ${count}`);
    }
  }
});

Deno.test("rows that a covariance does not have, or that begin inside a strip, are refused", () => {
  const returns = randomMatrix(10, 40, 1), means = statistics.means(returns);
  for (const [first, end] of [[4, 40], [16, 41], [16, 16], [-16, 16], [0, 1.5], [0, NaN]]) {
    assert.throws(() => statistics.covarianceRows(returns, { first, end, means }), RangeError);
  }
  assert.throws(() => statistics.covarianceRows(returns, { first: 0, end: 16, means: means.slice(1) }), RangeError);
});
