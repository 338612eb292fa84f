import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { dot } from "../../domain/matrix.ts";
import { meanDifferenceOf } from "../../measures/mean_difference.ts";
import { meanDifference } from "./mean_difference.ts";

const RUNS = { numRuns: problemCount(300, 60) };
const ROUNDING = 1e-12;

const COUNT = 6;
const entry = fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 1e5);
const vector = (length: number) =>
  fc.array(entry, { minLength: length, maxLength: length }).map((entries) => Float64Array.from(entries));
const block = { firstRow: 0, rows: COUNT + 1 };

/** Points of the cone by the definition of a mean difference. */
const inside = fc.tuple(vector(COUNT), fc.integer({ min: 0, max: 100 })).map(([x, more]) => {
  let sum = 0;
  x.forEach((one, i) => x.slice(i + 1).forEach((other) => sum += Math.abs(one - other)));
  return Float64Array.of(2 * sum / (COUNT * (COUNT - 1)) + more, ...x);
});

Deno.test("multipliers projected onto the dual of the mean difference cone have no negative product with its points", () => {
  fc.assert(
    fc.property(vector(COUNT + 1), fc.array(inside, { minLength: 5, maxLength: 5 }), (given, points) => {
      const z = given.slice();
      meanDifference.projectDual(z, block);
      for (const point of points) assert.ok(dot(z, point) >= -ROUNDING * size(z) * size(point));
    }),
    RUNS,
  );
});

Deno.test("multipliers in the dual of the mean difference cone stay as they are, whatever orders they mix", () => {
  fc.assert(
    fc.property(vector(COUNT), vector(COUNT), fc.integer({ min: 0, max: 10 }), (one, other, tenths) => {
      const share = tenths / 10, a = slopes(one), b = slopes(other);
      const z = Float64Array.of(3, ...a.map((slope, i) => -3 * (share * slope + (1 - share) * b[i])));
      const projected = z.slice();
      meanDifference.projectDual(projected, block);
      projected.forEach((entry, i) => assert.ok(Math.abs(entry - z[i]) <= ROUNDING * 10, `${projected} is not ${z}`));
    }),
    RUNS,
  );
});

Deno.test("the distance of a block from the mean difference cone is the shortfall of its v", () => {
  fc.assert(
    fc.property(inside, fc.integer({ min: 1, max: 1000 }), (point, less) => {
      assert.ok(meanDifference.distance(point, block) <= ROUNDING * size(point));
      const short = Float64Array.of(meanDifferenceOf(point.slice(1)) - less, ...point.slice(1));
      assert.ok(Math.abs(meanDifference.distance(short, block) - less) <= ROUNDING * (less + size(point)));
    }),
    RUNS,
  );
});

/** The slope of the mean difference at a point whose entries differ, by counting. */
function slopes(x: Float64Array): Float64Array {
  return x.map((one, i) => {
    const above = x.reduce((count, other, j) => other > one || (other === one && j < i) ? count + 1 : count, 0);
    return 2 * (COUNT - 1 - 2 * above) / (COUNT * (COUNT - 1));
  });
}

function size(vector: Float64Array): number {
  return vector.reduce((sum, one) => sum + Math.abs(one), 1);
}
