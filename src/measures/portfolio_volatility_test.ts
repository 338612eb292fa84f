import assert from "node:assert/strict";
import { matrix } from "../domain/matrix.ts";
import fc from "../../tests/support/fast_check.ts";
import { varianceOf } from "./portfolio_volatility.ts";

/**
 * Test helper. Returns the portfolio variance w'Sw computed exactly in integers. All doubles in these tests are
 * multiples of 2^-100.
 */
function exactVariance(weights: readonly number[], covariance: readonly number[]): number {
  const whole = (value: number): bigint => BigInt(value * 2 ** 100);
  let sum = 0n;
  weights.forEach((a, i) => {
    weights.forEach((b, j) => sum += whole(a) * whole(covariance[i * weights.length + j]) * whole(b));
  });
  // An integer of hundreds of digits is converted to a double from its first 60 bits.
  const shift = BigInt(Math.max(0, sum.toString(2).length - 60));
  return Number(sum >> shift) * 2 ** (Number(shift) - 300);
}

const share = fc.double({ min: 0.25, max: 1, noNaN: true });

Deno.test("the variance of a nearly perfect hedge is exact to the digits of a double", () => {
  fc.assert(fc.property(share, share, fc.integer({ min: 10, max: 44 }), (weight, volatility, digits) => {
    const variance = volatility ** 2, left = 1 + 2 ** -digits;
    const weights = [weight, -weight * left], covariance = [variance, variance, variance, variance * (1 + 2 ** -52)];
    const exact = exactVariance(weights, covariance);
    const found = varianceOf(Float64Array.from(weights), matrix(2, 2, Float64Array.from(covariance)));
    assert.ok(exact > 0 && Math.abs(found - exact) <= 1e-15 * exact, `${found}, not ${exact}`);
  }));
});
