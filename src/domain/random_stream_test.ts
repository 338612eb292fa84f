import assert from "node:assert/strict";
import { RandomStream } from "./random_stream.ts";

Deno.test("a random stream has the numbers of an independent implementation of sfc32", () => {
  const random = new RandomStream(42, 7);
  assert.deepEqual([random.bits(), random.bits(), random.bits(), random.bits()], [
    731752094,
    969827987,
    3627735095,
    2734305940,
  ]);
  assert.deepEqual([random.uniform(), random.uniform()], [0.007723760514562472, 0.061560245574219685]);
});

Deno.test("two random streams of one seed differ, and so do streams of two seeds", () => {
  const first = [new RandomStream(1, 0), new RandomStream(1, 1), new RandomStream(2, 0)].map((random) => random.bits());
  assert.equal(new Set(first).size, 3);
});

Deno.test("uniform numbers lie in the requested interval and have its mean and variance", () => {
  const random = new RandomStream(3, 0);
  const draws = Array.from({ length: 40_000 }, () => random.uniform(-2, 4));
  assert.ok(draws.every((draw) => draw >= -2 && draw < 4));
  const { mean, variance } = momentsOf(draws);
  // Margins of four standard errors: 6 / sqrt(12) / sqrt(40,000) of the mean, 3 sqrt(0.8) / sqrt(40,000) of the
  // variance.
  assert.ok(Math.abs(mean - 1) < 0.035, String(mean));
  assert.ok(Math.abs(variance - 3) < 0.054, String(variance));
});

Deno.test("Student t numbers have mean 0, variance 1 and the quantile of their degrees of freedom", () => {
  for (const [degreesOfFreedom, quantile] of [[4, 1.5075], [8, 1.6104]] as const) {
    const random = new RandomStream(5, degreesOfFreedom);
    const draws = Array.from({ length: 40_000 }, () => random.studentT(degreesOfFreedom));
    const { mean, variance } = momentsOf(draws);
    // Margins of four standard errors for the mean and for the fraction above the 95 % quantile. The variance of t(4)
    // has no standard error, so its margin is wide.
    assert.ok(Math.abs(mean) < 0.02, String(mean));
    assert.ok(Math.abs(variance - 1) < 0.1, String(variance));
    const above = draws.filter((draw) => draw > quantile).length / draws.length;
    assert.ok(Math.abs(above - 0.05) < 0.0045, String(above));
  }
});

function momentsOf(draws: readonly number[]): { mean: number; variance: number } {
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  return { mean, variance: draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length };
}
