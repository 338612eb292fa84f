import assert from "node:assert/strict";
import { randomMatrix } from "../../../tests/support/kernel_cases.ts";
import fc from "../../../tests/support/fast_check.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { cutInto, layOut } from "./dendrogram.ts";
import { linkage, LINKAGES } from "./linkage.ts";
import { twoDifferenceGap } from "./two_difference_gap.ts";

const { clustering } = await loadKernels(null);

/** Points on a line. */
function distancesOf(places: ArrayLike<number>): Matrix {
  const n = places.length;
  return matrix(
    n,
    n,
    Float64Array.from({ length: n * n }, (_, k) => Math.abs(places[Math.floor(k / n)] - places[k % n])),
  );
}

Deno.test("the two-difference gap finds the number of groups that lie far apart", () => {
  for (const groups of [2, 3, 5]) {
    const places = Array.from({ length: 6 * groups }, (_, i) => 100 * (i % groups) ** 1.01 + 0.1 * Math.sqrt(i));
    const apart = distancesOf(places);
    assert.equal(twoDifferenceGap(apart, linkage(apart, "ward", clustering)), groups);
  }
});

Deno.test("the two-difference gap gives one cluster for one asset and two for two", () => {
  for (const n of [1, 2]) {
    const apart = distancesOf([0, 1].slice(0, n));
    assert.equal(twoDifferenceGap(apart, linkage(apart, "ward", clustering)), n);
  }
});

Deno.test("the two-difference gap maximises the second difference of the summed mean distances within clusters", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 90 }),
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom(...LINKAGES),
      (n, seed, by) => {
        const apart = distancesOf(randomMatrix(1, n, seed).data), tree = linkage(apart, by, clustering);
        const most = Math.min(n, Math.max(8, Math.round(Math.sqrt(n)))), { order, starts, sizes } = layOut(tree);
        const spread = (count: number): number =>
          cutInto(tree, count).reduce((sum, node) => {
            const inside = [...order.subarray(starts[node], starts[node] + sizes[node])];
            const between = inside.flatMap((a) => inside.filter((b) => b < a).map((b) => apart.data[a * n + b]));
            return between.length === 0 ? sum : sum + between.reduce((all, one) => all + one, 0) / between.length;
          }, 0);
        const gapAt = (count: number): number => spread(count - 1) - 2 * spread(count) + spread(count + 1);
        const best = twoDifferenceGap(apart, tree);
        assert.ok(best >= 2 && best < most);
        for (let count = 2; count < most; count++) assert.ok(gapAt(count) <= gapAt(best) + 1e-12);
      },
    ),
  );
});
