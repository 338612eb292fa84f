import assert from "node:assert/strict";
import { kernelCases, randomMatrix } from "../../../tests/support/kernel_cases.ts";
import fc from "../../../tests/support/fast_check.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import type { LinkageName } from "../../kernels/clustering.ts";
import { cutInto, type Dendrogram, layOut, partsOf } from "./dendrogram.ts";
import { orderedLeaves } from "./leaf_order.ts";
import { linkage, LINKAGES } from "./linkage.ts";

const { clustering } = await loadKernels(null);

interface LinkageCase {
  readonly name: string;
  readonly method: LinkageName;
  readonly parts: number[];
  readonly heights: number[];
  readonly leaves: number[];
  readonly optimal: number[];
}

const { distances, cases } = await kernelCases<{
  readonly distances: Readonly<Record<string, number[]>>;
  readonly cases: readonly LinkageCase[];
}>("linkage");

for (const { name, method, parts, heights, leaves, optimal } of cases) {
  Deno.test(`${method} linkage and both leaf orders agree with SciPy: ${name}`, () => {
    const apart = square(distances[name]);
    const tree = linkage(apart, method, clustering);
    assert.deepEqual([...tree.parts], parts);
    assert.deepEqual([...tree.heights], heights);
    assert.deepEqual([...orderedLeaves(tree, { distances: apart, by: "dendrogram", clustering })], leaves);
    assert.deepEqual([...orderedLeaves(tree, { distances: apart, by: "optimal", clustering })], optimal);
  });
}

const points = fc.record({ count: fc.integer({ min: 1, max: 40 }), seed: fc.integer({ min: 1, max: 1e6 }) })
  .map(({ count, seed }) => distancesOf(randomMatrix(count, 3, seed)));

Deno.test("every linkage merges the two nearest clusters by its definition of distance", () => {
  fc.assert(fc.property(points, fc.constantFrom(...LINKAGES), (apart, by) => {
    const tree = linkage(apart, by, clustering), { leaves } = tree;
    const members = Array.from({ length: leaves }, (_, leaf) => [leaf]);
    const open = new Set(members.keys());
    tree.heights.forEach((height, k) => {
      const nodes = [...open];
      const between = nodes.flatMap((a) => nodes.filter((b) => b < a).map((b) => gapOf(members[a], members[b])));
      const least = Math.min(...between), [left, right] = partsOf(tree.parts, leaves + k, leaves);
      assert.ok(Math.abs(height - least) <= 1e-12 && Math.abs(gapOf(members[left], members[right]) - least) <= 1e-12);
      open.delete(left);
      open.delete(right);
      open.add(members.push([...members[left], ...members[right]]) - 1);
    });
    function gapOf(a: readonly number[], b: readonly number[]): number {
      const all = a.flatMap((i) => b.map((j) => apart.data[i * leaves + j]));
      if (by === "single") return Math.min(...all);
      if (by === "complete") return Math.max(...all);
      if (by === "average") return all.reduce((sum, one) => sum + one, 0) / all.length;
      // Twice the growth of the sum of squares about the mean.
      const spread = (of: readonly number[]) =>
        of.flatMap((i) => of.map((j) => apart.data[i * leaves + j] ** 2)).reduce((sum, one) => sum + one, 0) /
        (2 * of.length);
      return Math.sqrt(2 * (spread([...a, ...b]) - spread(a) - spread(b)));
    }
  }));
});

Deno.test("a dendrogram is cut into any number of clusters, which divide the leaves into consecutive groups", () => {
  fc.assert(fc.property(points, fc.constantFrom(...LINKAGES), (apart, by) => {
    const tree = linkage(apart, by, clustering), { order, starts, sizes } = layOut(tree);
    assert.deepEqual([...order].sort((a, b) => a - b), [...order.keys()]);
    for (let count = 1; count <= tree.leaves; count++) {
      const nodes = cutInto(tree, count);
      assert.equal(nodes.length, count);
      let next = 0;
      for (const node of nodes) {
        assert.equal(starts[node], next);
        next += sizes[node];
      }
      assert.equal(next, tree.leaves);
      const highest = Math.max(-Infinity, ...nodes.map((node) => heightOf(tree, node)));
      const undone = tree.heights.slice(tree.leaves - count);
      assert.ok(undone.every((height) => height >= highest));
    }
  }));
});

Deno.test("the optimal leaf order does not depend on the numbering of the points", () => {
  fc.assert(fc.property(points, fc.constantFrom(...LINKAGES), fc.integer({ min: 1, max: 1e6 }), (apart, by, seed) => {
    const n = apart.rows, { data: keys } = randomMatrix(1, n, seed);
    const names = [...keys.keys()].sort((a, b) => keys[a] - keys[b]);
    const renamed = matrix(n, n, apart.data.map((_, k) => apart.data[names[Math.floor(k / n)] * n + names[k % n]]));
    const orderOf = (of: Matrix) =>
      orderedLeaves(linkage(of, by, clustering), { distances: of, by: "optimal", clustering });
    // Two leaves have no way through them that is shorter than the other way round.
    fc.pre(n > 2);
    assert.deepEqual([...orderOf(renamed)].map((leaf) => names[leaf]), [...orderOf(apart)]);
  }));
});

Deno.test("the optimal leaf order matches one found by enumeration of all orders", () => {
  const few = fc.record({ count: fc.integer({ min: 1, max: 8 }), seed: fc.integer({ min: 1, max: 1e6 }) })
    .map(({ count, seed }) => distancesOf(randomMatrix(count, 3, seed)));
  fc.assert(fc.property(few, fc.constantFrom(...LINKAGES), (apart, by) => {
    const tree = linkage(apart, by, clustering);
    const found = orderedLeaves(tree, { distances: apart, by: "optimal", clustering });
    assert.deepEqual([...found], turnedByTrial(tree, apart));
  }));
});

/** Every order of a small tree tried, for each merger by itself. */
function turnedByTrial(tree: Dendrogram, { data, columns }: Matrix): number[] {
  const { leaves, parts } = tree;
  const ordersOf = (node: number): number[][] => {
    if (node < leaves) return [[node]];
    const [left, right] = partsOf(parts, node, leaves);
    return ordersOf(left).flatMap((a) => ordersOf(right).flatMap((b) => [[...a, ...b], [...b, ...a]]));
  };
  const length = (order: readonly number[]): number =>
    order.slice(1).reduce((sum, leaf, k) => sum + data[order[k] * columns + leaf], 0);
  const built = (node: number): number[] => {
    if (node < leaves) return [node];
    const [left, right] = partsOf(parts, node, leaves);
    const ways = ordersOf(left).flatMap((a) => ordersOf(right).map((b) => [...a, ...b]));
    const best = ways.reduce((least, way) => length(way) < length(least) ? way : least);
    const isFirstOf = (part: number, leaf: number): boolean =>
      part < leaves || ordersOf(partsOf(parts, part, leaves)[0])[0].includes(leaf);
    const own = built(left), other = built(right);
    return [
      ...isFirstOf(left, best[0]) ? own : own.reverse(),
      ...right < leaves || !isFirstOf(right, best[best.length - 1]) ? other : other.reverse(),
    ];
  };
  return built(2 * leaves - 2);
}

/** The distances of points in the rows of a matrix. */
function distancesOf({ rows, columns, data }: Matrix): Matrix {
  const apart = matrix(rows, rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      let square = 0;
      for (let k = 0; k < columns; k++) square += (data[i * columns + k] - data[j * columns + k]) ** 2;
      apart.data[i * rows + j] = Math.sqrt(square);
    }
  }
  return apart;
}

function square(condensed: readonly number[]): Matrix {
  const n = Math.round((1 + Math.sqrt(1 + 8 * condensed.length)) / 2), apart = matrix(n, n);
  let k = 0;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++, k++) apart.data[i * n + j] = apart.data[j * n + i] = condensed[k];
  }
  return apart;
}

function heightOf({ heights, leaves }: Dendrogram, node: number): number {
  return node < leaves ? -Infinity : heights[node - leaves];
}
