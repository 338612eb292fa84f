import assert from "node:assert/strict";
import { randomNumbers } from "../../tests/support/sample_problem.ts";
import { assetId } from "../domain/asset.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { loadKernels } from "../kernels/mod.ts";
import { pairCounts } from "./pair_counts.ts";
import { ownMeans, pairCovariance, pairProducts } from "./pair_moments.ts";

const { linearAlgebra } = await loadKernels(null);
const NONE = NaN;
/** Returns of three assets: the second starts later, the third has a gap and ends before the others. */
const RETURNS = matrix(
  7,
  3,
  Float64Array.from([
    [0.01, NONE, -0.02],
    [-0.03, NONE, 0.01],
    [0.02, 0.05, 0.04],
    [0.01, -0.04, NONE],
    [-0.02, 0.03, 0.01],
    [0.04, 0.01, -0.03],
    [0.00, -0.02, NONE],
  ].flat()),
);

/** The values of two columns on the rows on which both have one, row by row. */
function commonOf({ rows, columns, data }: Matrix, i: number, j: number): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  for (let t = 0; t < rows; t++) {
    const [a, b] = [data[t * columns + i], data[t * columns + j]];
    if (!Number.isNaN(a) && !Number.isNaN(b)) pairs.push([a, b]);
  }
  return pairs;
}

/** The sample covariance of two columns over their common rows, by two plain loops. */
function plainCovariance(returns: Matrix, i: number, j: number): number {
  const pairs = commonOf(returns, i, j);
  let [a, b] = [0, 0];
  for (const [x, y] of pairs) {
    a += x / pairs.length;
    b += y / pairs.length;
  }
  let sum = 0;
  for (const [x, y] of pairs) sum += (x - a) * (y - b);
  return sum / (pairs.length - 1);
}

function withGaps(rows: number, columns: number, seed: number): Matrix {
  const next = randomNumbers(seed);
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => {
      const value = 0.04 * next() - 0.015;
      return next() < 0.3 ? NaN : value;
    }),
  );
}

Deno.test("the mean of an asset is that of its own returns", () => {
  const means = ownMeans(RETURNS);
  [0.03 / 7, 0.03 / 5, 0.01 / 5].forEach((mean, j) => assert.ok(Math.abs(means[j] - mean) < 1e-16, `${means[j]}`));
});

Deno.test("each covariance by pairs is the sample covariance of the returns that the two assets have in common", () => {
  for (const returns of [RETURNS, withGaps(40, 6, 3), withGaps(300, 5, 8)]) {
    const { data, rows: n } = pairCovariance(returns, linearAlgebra);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const expected = plainCovariance(returns, i, j);
        assert.ok(Math.abs(data[i * n + j] - expected) <= 1e-17 + 1e-12 * Math.abs(expected), `${i} ${j}`);
        assert.equal(data[i * n + j], data[j * n + i]);
      }
    }
  }
});

Deno.test("a covariance by pairs is that of the sample where no return is missing", () => {
  const full = matrix(4, 2, Float64Array.of(0.1, 0.2, 0, -0.1, 0.05, 0.1, -0.02, 0));
  const { data } = pairCovariance(full, linearAlgebra);
  [[0, 0], [0, 1], [1, 1]].forEach(([i, j]) =>
    assert.ok(Math.abs(data[2 * i + j] - plainCovariance(full, i, j)) < 1e-17)
  );
});

Deno.test("an asset whose return never changes has no covariance, whatever the gaps", () => {
  const rows = Array.from({ length: 9 }, (_, t) => [t % 3 === 0 ? NONE : 0.0003, 0.01 * t - 0.02 * (t % 2)]);
  const { data } = pairCovariance(matrix(9, 2, Float64Array.from(rows.flat())), linearAlgebra);
  assert.deepEqual(Array.from(data.slice(0, 3), Math.abs), [0, 0, 0]);
});

Deno.test("products by pairs are means over the common rows", () => {
  const returns = withGaps(30, 4, 5), { data } = pairProducts(returns, linearAlgebra);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      const pairs = commonOf(returns, i, j);
      const expected = pairs.reduce((sum, [a, b]) => sum + a * b, 0) / pairs.length;
      assert.ok(Math.abs(data[4 * i + j] - expected) <= 1e-17 + 1e-13 * Math.abs(expected));
    }
  }
});

Deno.test("the pair with the fewest common returns is counted and named", () => {
  const names = ["A", "B", "C"].map(assetId);
  assert.deepEqual(pairCounts(RETURNS, names), { fewest: { assets: ["B", "C"], returns: 3 }, most: 7 });
  const single = matrix(3, 1, Float64Array.of(NONE, 0.1, 0.2));
  assert.deepEqual(pairCounts(single, [names[0]]), { fewest: { assets: ["A"], returns: 2 }, most: 2 });
  const alike = matrix(3, 2, Float64Array.of(NONE, NONE, 0.1, 0.2, 0.1, 0.1));
  assert.deepEqual(pairCounts(alike, names.slice(0, 2)), { fewest: { assets: ["A", "B"], returns: 2 }, most: 2 });
});

Deno.test("common returns are counted as by a plain loop, over more rows than a word has bits", () => {
  const returns = withGaps(75, 7, 21), names = Array.from({ length: 7 }, (_, j) => assetId(`A${j}`));
  const pairs = names.flatMap((_, i) => names.slice(i).map((_, k) => [i, i + k] as const));
  const counts = pairs.map(([i, j]) => commonOf(returns, i, j).length);
  const { fewest, most } = pairCounts(returns, names);
  assert.deepEqual([fewest.returns, most], [Math.min(...counts), Math.max(...counts)]);
  const [i, j] = pairs[counts.indexOf(fewest.returns)];
  assert.deepEqual(fewest.assets, [names[i], names[j]]);
});
