import assert from "node:assert/strict";
import { normalNumbers, studentSeries } from "../../../tests/support/synthetic_series.ts";
import { fitStudentT } from "./fit_student_t.ts";

Deno.test("the fitted degrees of freedom are those of the greatest likelihood, as found by SciPy", () => {
  // Reference values from scipy 1.17: `minimize_scalar` over 1/nu of the same density, written with `gammaln`. The
  // optimum is flat, so its position is accurate only to 1e-6.
  const cases = [
    { series: studentSeries(1000, 5, 1), expected: 4.377282477 },
    { series: studentSeries(2500, 4, 2), expected: 4.595281178 },
    { series: studentSeries(2500, 10, 3), expected: 11.461187918 },
    { series: studentSeries(60, 3, 4), expected: 17.311534090 },
  ];
  for (const { series, expected } of cases) {
    assert.ok(Math.abs(fitStudentT(series) / expected - 1) < 2e-6, `${fitStudentT(series)} for ${expected}`);
  }
});

Deno.test("heavy tails give few degrees of freedom, and thin tails the most, 200", () => {
  const normal = normalNumbers(5);
  const cubes = Float64Array.from({ length: 1000 }, () => normal() ** 5);
  assert.ok(fitStudentT(cubes) < 2.3);
  assert.equal(fitStudentT(Float64Array.from({ length: 1000 }, (_, index) => index)), 200);
});

Deno.test("location and scale of a series do not change its fitted degrees of freedom", () => {
  const series = studentSeries(500, 5, 6);
  const moved = series.map((value) => 3 - 1e-5 * value);
  // The test shifts tiny returns to 3, which leaves eleven digits of a return of 1e-7, hence the wide tolerance.
  assert.ok(Math.abs(fitStudentT(moved) / fitStudentT(series) - 1) < 1e-4);
});

Deno.test("a constant or very short series counts as normal, with 200 degrees of freedom", () => {
  assert.equal(fitStudentT(new Float64Array(100).fill(0.1)), 200);
  assert.equal(fitStudentT(new Float64Array(100)), 200);
  assert.equal(fitStudentT(new Float64Array(0)), 200);
  assert.equal(fitStudentT(Float64Array.of(0.1, -0.1, 0.2)), 200);
});
