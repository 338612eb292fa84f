import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { downsample } from "./downsample.ts";

const series = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 3_000 })
  .map((values) => values.map((y, x) => ({ x, y })));

Deno.test("a downsampled line keeps its ends and each column's extremes, in order, with about two points a column", () => {
  fc.assert(fc.property(series, fc.integer({ min: 1, max: 40 }), (points, columns) => {
    const kept = downsample(points, { columns });
    assert.ok(kept.length <= 2 * columns + 2);
    assert.deepEqual([kept[0], kept.at(-1)], [points[0], points.at(-1)]);
    for (let index = 1; index < kept.length; index++) assert.ok(kept[index].x > kept[index - 1].x);
    const columnOf = ({ x }: { x: number }) =>
      Math.min(columns - 1, Math.floor(x / Math.max(1, points.length - 1) * columns));
    for (let column = 0; column < columns; column++) {
      const [all, left] = [points, kept].map((list) => list.filter((p) => columnOf(p) === column).map(({ y }) => y));
      assert.equal(Math.max(...left), Math.max(...all));
      assert.equal(Math.min(...left), Math.min(...all));
    }
  }));
});

Deno.test("a line of fewer points than its columns can show is not downsampled", () => {
  const points = [{ x: 0, y: 1 }, { x: 1, y: NaN }, { x: 2, y: 3 }];
  assert.equal(downsample(points, { columns: 100 }), points);
});

Deno.test("a downsampled line keeps its gap", () => {
  const points = Array.from({ length: 1_000 }, (_, x) => ({ x, y: x === 500 ? NaN : x }));
  assert.ok(downsample(points, { columns: 10 }).some(({ y }) => Number.isNaN(y)));
});
