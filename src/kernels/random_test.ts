import assert from "node:assert/strict";
import { CoreInstance } from "./core_instance.ts";

const instance = await CoreInstance.load();

/** Standard errors that a right generator stays within, at its fixed seed: chance exceeds five once in two million. */
const ERRORS = 5;

Deno.test("random words are those of SplitMix64 as published", () => {
  const words = instance.run((core, arena) => {
    const [seed, out] = [arena.doubles(1), arena.doubles(5)];
    new BigInt64Array(core.memory.buffer, seed, 1)[0] = 1234567n;
    core.splitMix(seed, 5, out);
    return Array.from(new BigUint64Array(core.memory.buffer, out, 5));
  });
  assert.deepEqual(words, [
    6457827717110365317n,
    3203168211198807973n,
    9817491932198370423n,
    4593380528125082431n,
    16408922859458223821n,
  ]);
});

Deno.test("a random number of a path is the same wherever the drawing begins", () => {
  const all = normals({ path: 12, count: 5000 });
  assert.deepEqual(normals({ path: 12, from: 4321, count: 100 }), all.slice(4321, 4421));
});

Deno.test("normal random numbers have the moments of the normal distribution", () => {
  const z = manyNormals();
  const count = z.length;
  const moment = (power: number): number => z.reduce((sum, value) => sum + value ** power, 0) / count;
  assertWithin(moment(1), 0, 1 / count);
  assertWithin(moment(2), 1, 2 / count);
  assertWithin(moment(3), 0, 15 / count);
  assertWithin(moment(4), 3, 96 / count);
  assertWithin(moment(6), 15, (10395 - 225) / count);
});

Deno.test("normal random numbers have the tails of the normal distribution, also beyond the layers of the ziggurat", () => {
  const z = manyNormals();
  // Upper tail probabilities of a normal; 4.0388498461 is where the base layer ends.
  const tails = [[1, 0.15865525393145707], [2, 0.022750131948179195], [3, 0.0013498980316300933], [
    3.5,
    0.00023262907903552504,
  ], [4.0388498461, 2.6857e-5]];
  for (const [limit, probability] of tails) {
    for (const sign of [1, -1]) {
      const share = z.reduce((sum, value) => sign * value > limit ? sum + 1 : sum, 0) / z.length;
      assertWithin(share, probability, probability * (1 - probability) / z.length);
    }
  }
});

Deno.test("normal random numbers follow the cumulative normal distribution", () => {
  const z = manyNormals();
  const uniform = z.map(cumulative).sort();
  const distance = uniform.reduce((most, u, i) => Math.max(most, Math.abs(u - (i + 0.5) / z.length)), 0);
  // Kolmogorov and Smirnov: chance exceeds 2.2 / √n once in eight thousand; the cumulative function used is right to
  // 1e-7.
  assert.ok(distance < 2.2 / Math.sqrt(z.length) + 1e-7, `a distance of ${distance}`);
  const bins = new Float64Array(1000);
  for (const u of uniform) bins[Math.min(999, Math.floor(u * 1000))]++;
  const expected = z.length / 1000;
  const chiSquare = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // Mean 999, standard deviation √1998.
  assert.ok(Math.abs(chiSquare - 999) < ERRORS * Math.sqrt(1998), `a chi-square of ${chiSquare}`);
});

Deno.test("random numbers are uncorrelated along a path and with other paths and seeds, near and far", () => {
  const count = 200_000;
  const first = normals({ path: 0, count });
  for (const lag of [1, 2, 3, 8, 64, 252]) assertUncorrelated(first, normals({ path: 0, from: lag, count }));
  for (const path of [1, 2, 8, 1024, 999_999]) assertUncorrelated(first, normals({ path, count }));
  for (const seed of [8, 6, 7 + 2 ** 32, 2 ** 53 - 1]) assertUncorrelated(first, normals({ seed, path: 0, count }));
});

Deno.test("random numbers of the same step of consecutive paths have normal moments and are uncorrelated", () => {
  const across = Float64Array.from({ length: 20_000 }, (_, path) => normals({ path, from: 17, count: 1 })[0]);
  const mean = across.reduce((sum, z) => sum + z, 0) / across.length;
  const square = across.reduce((sum, z) => sum + z * z, 0) / across.length;
  assertWithin(mean, 0, 1 / across.length);
  assertWithin(square, 1, 2 / across.length);
  assertUncorrelated(across.subarray(1), across.subarray(0, -1));
  assertUncorrelated(across.subarray(8), across.subarray(0, -8));
});

Deno.test("chi-square random numbers have the mean and the variance of their degrees of freedom", () => {
  for (const freedom of [2.1, 3, 5.5, 30, 1e6]) {
    const count = 100_000;
    const values = instance.run((core, arena) => {
      const out = arena.doubles(count);
      core.pathChiSquares(7, 3, freedom, count, out);
      return arena.readDoubles(out, count);
    });
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    const square = values.reduce((sum, value) => sum + (value - freedom) ** 2, 0) / count;
    assertWithin(mean, freedom, 2 * freedom / count);
    // The fourth central moment of a chi-square is 12 ν (ν + 4).
    assertWithin(square, 2 * freedom, (12 * freedom * (freedom + 4) - 4 * freedom ** 2) / count);
    assert.ok(values.every((value) => value > 0));
  }
});

function normals({ seed = 7, path, from = 0, count }: { seed?: number; path: number; from?: number; count: number }) {
  return instance.run((core, arena) => {
    const out = arena.doubles(count);
    core.pathNormals(seed, path, from, count, out);
    return arena.readDoubles(out, count);
  });
}

let many: Float64Array | null = null;

/** Of 64 consecutive paths. */
function manyNormals(): Float64Array {
  if (many !== null) return many;
  const each = 32_768;
  many = new Float64Array(64 * each);
  for (let path = 0; path < 64; path++) many.set(normals({ path, count: each }), path * each);
  return many;
}

function assertWithin(found: number, expected: number, variance: number): void {
  const errors = Math.abs(found - expected) / Math.sqrt(variance);
  assert.ok(errors < ERRORS, `${found} is ${errors} standard errors from ${expected}`);
}

function assertUncorrelated(a: Float64Array, b: Float64Array): void {
  const product = a.reduce((sum, value, i) => sum + value * b[i], 0) / a.length;
  assertWithin(product, 0, 1 / a.length);
  const squares = a.reduce((sum, value, i) => sum + (value ** 2 - 1) * (b[i] ** 2 - 1), 0) / a.length;
  assertWithin(squares, 0, 4 / a.length);
}

/** Of a standard normal: Abramowitz and Stegun 26.2.17, right to 7.5e-8. */
function cumulative(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial = t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const upper = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * polynomial;
  return z < 0 ? upper : 1 - upper;
}
