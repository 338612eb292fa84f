import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { CoreInstance } from "./core_instance.ts";
import { Measures } from "./measures.ts";

const measures = new Measures(await CoreInstance.load());

/** Series of an even and of an odd number of values: the kernels take two at a time. */
const series = fc.float64Array({ min: -1, max: 1, minLength: 1, maxLength: 90, noNaN: true });
/** Largest difference of two sums of up to 90 numbers of size one that are added up in different orders. */
const ROUNDING = 1e-13;

function sumOf(values: Float64Array, of: (value: number) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}

function assertNear(found: number, expected: number, what: string): void {
  assert.ok(Math.abs(found - expected) <= ROUNDING, `${what}: ${found}, ${expected} expected`);
}

Deno.test("the sums of a series are those of its deviations from the mean, one by one", () => {
  fc.assert(fc.property(series, (values) => {
    const found = measures.seriesSums(values), mean = sumOf(values, (value) => value) / values.length;
    assertNear(found.mean, mean, "mean");
    assert.ok(found.least === values.reduce((a, b) => Math.min(a, b)), "least");
    assert.ok(found.largest === values.reduce((a, b) => Math.max(a, b)), "largest");
    assertNear(found.sizes, sumOf(values, (value) => Math.abs(value - mean)), "sizes");
    assertNear(found.squares, sumOf(values, (value) => (value - mean) ** 2), "squares");
    assertNear(found.squaresBelow, sumOf(values, (value) => Math.min(value - mean, 0) ** 2), "squares below");
    assertNear(found.cubes, sumOf(values, (value) => (value - mean) ** 3), "cubes");
    assertNear(found.fourths, sumOf(values, (value) => (value - mean) ** 4), "fourths");
  }));
});

Deno.test("the mean of equal values is exactly that value, and their deviations are 0", () => {
  for (const count of [1, 2, 3, 59, 60]) {
    const sums = measures.seriesSums(new Float64Array(count).fill(0.1));
    assert.deepEqual(
      sums,
      { mean: 0.1, least: 0.1, largest: 0.1, sizes: 0, squares: 0, squaresBelow: 0, cubes: 0, fourths: 0 },
    );
  }
});

Deno.test("the sums from a target are those of gains, shortfalls and squares of shortfalls, one by one", () => {
  fc.assert(fc.property(series, fc.double({ min: -1, max: 1, noNaN: true }), (values, target) => {
    const found = measures.targetSums(values, target);
    assertNear(found.gains, sumOf(values, (value) => Math.max(value - target, 0)), "gains");
    assertNear(found.shortfalls, sumOf(values, (value) => Math.max(target - value, 0)), "shortfalls");
    assertNear(found.squaresBelow, sumOf(values, (value) => Math.min(value - target, 0) ** 2), "squares");
  }));
});

Deno.test("the sums of powers, times the powers of their scales, are those of the deviations, one by one", () => {
  fc.assert(fc.property(series, (values) => {
    const sums = measures.seriesSums(values), { all, below } = measures.powerSums(values, sums);
    const deviations = values.map((value) => value - sums.mean);
    for (const power of [4, 6] as const) {
      const name = power === 4 ? "fourths" : "sixths";
      assertNear(all[name] * all.scale ** power, sumOf(deviations, (d) => d ** power), `all, ${name}`);
      assertNear(
        below[name] * below.scale ** power,
        sumOf(deviations, (d) => Math.min(d, 0) ** power),
        `below, ${name}`,
      );
    }
  }));
});

Deno.test("the sums of powers neither overflow nor vanish for deviations of size 1e80 and 1e-80", () => {
  for (const size of [1e80, 1e-80]) {
    const values = Float64Array.of(size, -size, size, -size),
      { all } = measures.powerSums(
        values,
        measures.seriesSums(values),
      );
    assert.ok(Math.abs(all.sixths - 4) < ROUNDING && Math.abs(all.scale / size - 1) < ROUNDING, `${size}`);
  }
});

Deno.test("the sum over pairs is that of the differences of all pairs, one by one", () => {
  fc.assert(fc.property(series, (values) => {
    let expected = 0;
    for (let i = 0; i < values.length; i++) for (let j = 0; j < i; j++) expected += Math.abs(values[i] - values[j]);
    const { sumOfPairs } = measures.sorted(values);
    assert.ok(Math.abs(sumOfPairs - expected) <= ROUNDING * values.length, `${sumOfPairs}, ${expected} expected`);
  }));
});

Deno.test("the figures of drawdowns are those of the drawdowns, one by one", () => {
  const returns = fc.float64Array({ min: -1.1, max: 1, minLength: 1, maxLength: 90, noNaN: true });
  fc.assert(fc.property(returns, (values) => {
    const depths = measures.drawdowns(values), found = measures.drawdownFigures(values, 0.9);
    assert.equal(found.deepest, depths.reduce((a, b) => Math.max(a, b)));
    assertNear(found.sum, sumOf(depths, (depth) => depth), "sum");
    assertNear(found.squares, sumOf(depths, (depth) => depth * depth), "squares");
    assert.equal(found.conditional, measures.tail(depths, 0.9).conditionalValueAtRisk);
  }));
});

Deno.test("a series without values, or with one that is not finite, is refused", () => {
  assert.throws(() => measures.seriesSums(new Float64Array(0)), RangeError);
  assert.throws(() => measures.drawdownFigures(new Float64Array(0), 0.9), RangeError);
  for (const bad of [NaN, Infinity, -Infinity]) {
    const values = Float64Array.of(0.1, 0.2, bad);
    for (
      const call of [
        () => measures.seriesSums(values),
        () => measures.targetSums(values, 0),
        () => measures.powerSums(values, { mean: 0, least: -1, largest: 1 }),
        () => measures.drawdowns(values),
        () => measures.drawdownFigures(values, 0.9),
        () => measures.sorted(values),
        () => measures.entropicTail(values, 0.9),
      ]
    ) assert.throws(call, /^RangeError: Entry 2 is not finite/);
  }
});
