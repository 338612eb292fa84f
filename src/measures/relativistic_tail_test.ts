import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { manyLosses } from "../../tests/support/many_losses.ts";
import { widerMeasure } from "../../tests/support/wider_measures.ts";
import { partOf, problemCount } from "../../tests/support/tier.ts";
import { loadKernels } from "../kernels/mod.ts";
import { relativisticTail as byShares } from "./relativistic_tail.ts";

const { measures } = await loadKernels(null);
const LEVEL = { confidence: 0.95, kappa: 0.3 };

const series = fc.float64Array({ min: -1, max: 1, minLength: 2, maxLength: 80, noNaN: true });
const level = fc.record({
  confidence: fc.double({ min: 0.05, max: 0.99, noNaN: true }),
  kappa: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
});

Deno.test("the relativistic tail is the mean loss under shares that sum to 1 and meet its definition", () => {
  fc.assert(
    fc.property(series, level, (losses, level) => {
      const { value, shares } = byShares(losses, level), size = Math.max(...losses.map(Math.abs));
      assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) <= 1e-12);
      assert.ok(Math.abs(shares.reduce((sum, share, i) => sum + share * losses[i], 0) - value) <= 1e-12 * size);
      const answer = measures.relativisticTail(losses, level);
      assert.ok(Math.abs(answer - value) <= 1e-11 * size, `${answer}, ${value} expected`);
    }),
    { numRuns: problemCount(300, 60) },
  );
});

Deno.test("the relativistic tail of many losses with jumps and ties is the mean loss under the shares of its definition", () => {
  fc.assert(
    fc.property(manyLosses(2000), level, (losses, level) => {
      const { value } = byShares(losses, level), size = Math.max(...losses.map(Math.abs));
      const answer = measures.relativisticTail(losses, level);
      assert.ok(Math.abs(answer - value) <= 1e-12 * size, `${answer}, ${value} expected`);
    }),
    { numRuns: problemCount(200, 40) },
  );
});

Deno.test("the relativistic tail agrees with two bisections of its closed form", () => {
  const losses = Array.from({ length: 150 }, (_, t) => Math.sin(t * t) * 0.02 + (t % 37 === 0 ? 0.03 : 0));
  for (const [confidence, kappa] of [[0.95, 0.3], [0.9, 0.05], [0.6, 0.9]]) {
    const expected = widerMeasure("relativistic_value_at_risk", losses.map((loss) => -loss), {
      depths: [],
      parameters: { confidence, kappa },
    });
    const answer = measures.relativisticTail(Float64Array.from(losses), { confidence, kappa });
    assert.ok(Math.abs(answer - expected) <= 1e-12, `${answer}, ${expected} expected`);
  }
});

Deno.test("the relativistic tail agrees with bisections where jumps are far beyond the other losses and kappa is small", () => {
  const losses = Array.from(
    { length: 1200 },
    (_, t) => 0.01 * Math.sin(t * t) + (t % 211 === 7 ? Math.cos(t) * 300 : 0),
  );
  for (const kappa of partOf([0.01, 0.03, 0.1, 0.3])) {
    const expected = widerMeasure("relativistic_value_at_risk", losses.map((loss) => -loss), {
      depths: [],
      parameters: { confidence: 0.92, kappa },
    });
    const level = { confidence: 0.92, kappa }, series = Float64Array.from(losses);
    for (const answer of [measures.relativisticTail(series, level), byShares(series, level).value]) {
      assert.ok(Math.abs(answer - expected) <= 1e-9 * expected, `${answer}, ${expected} expected at kappa ${kappa}`);
    }
  }
});

Deno.test("the relativistic tail of many losses is that of its definition where one gain or loss is up to a billion times the others", () => {
  for (const jump of [1e-3, 1, 1e3, 1e9]) {
    for (const sign of [1, -1]) {
      const losses = Float64Array.from({ length: 700 }, (_, t) => 0.02 * Math.sin(t * t));
      losses[77] = sign * jump;
      const { value } = byShares(losses, LEVEL), answer = measures.relativisticTail(losses, LEVEL);
      assert.ok(Math.abs(answer - value) <= 1e-12 * Math.max(...losses.map(Math.abs)), `${answer}, ${value} expected`);
    }
  }
});

Deno.test("the relativistic tail of returns is that of their negatives, in any order", () => {
  const returns = Float64Array.from({ length: 901 }, (_, t) => 0.02 * Math.sin(t * t) ** 3);
  const expected = measures.relativisticTail(returns.map((value) => -value), LEVEL);
  for (const values of [returns, returns.toSorted(), returns.toSorted().reverse()]) {
    const answer = measures.relativisticTail(values, { ...LEVEL, areReturns: true });
    assert.ok(Math.abs(answer - expected) <= 1e-15, `${answer}, ${expected} expected`);
  }
});

Deno.test("the relativistic tail is the worst loss where that fills the tail: a constant series, one period, many ties", () => {
  assert.equal(measures.relativisticTail(new Float64Array(50).fill(0.01), LEVEL), 0.01);
  assert.equal(measures.relativisticTail(Float64Array.of(-0.02), LEVEL), -0.02);
  const tied = Float64Array.from({ length: 100 }, (_, t) => t < 5 ? 0.3 : t / 1000);
  assert.equal(measures.relativisticTail(tied, LEVEL), 0.3);
});

Deno.test("the relativistic tail shifts with the losses and scales with them over 24 orders of magnitude", () => {
  const losses = Float64Array.from({ length: 501 }, (_, t) => Math.sin(t * t) * 0.02);
  const answer = measures.relativisticTail(losses, LEVEL);
  for (const scale of [1e-12, 1e-3, 1e12]) {
    const scaled = measures.relativisticTail(losses.map((loss) => loss * scale), LEVEL);
    assert.ok(Math.abs(scaled - answer * scale) <= 1e-12 * answer * scale, `${scaled}`);
  }
  assert.ok(Math.abs(measures.relativisticTail(losses.map((loss) => loss + 1), LEVEL) - 1 - answer) < 1e-12);
});

Deno.test("the relativistic tail refuses a kappa or a confidence out of range", () => {
  for (const kappa of [0, 1, NaN]) {
    assert.throws(() => measures.relativisticTail(Float64Array.of(1, 2), { confidence: 0.95, kappa }), RangeError);
  }
  assert.throws(() => measures.relativisticTail(Float64Array.of(1, 2), { confidence: 1, kappa: 0.3 }), RangeError);
});
