import assert from "node:assert/strict";
import { garchSeries, normalNumbers } from "../../../tests/support/synthetic_series.ts";
import { fitGarch, type Garch } from "./garch.ts";

/**
 * Reference values of a GARCH fit from arch 8.0: `arch_model(100 r, mean="Constant", vol="GARCH", p=1, q=1)`, converted
 * back from percent.
 */
const CASES = [
  {
    series: garchSeries(2500, { mean: 0.0005, omega: 2e-6, alpha: 0.08, beta: 0.9, seed: 1 }),
    likelihood: 8285.763022656922,
    parameters: [0.0005115301566679792, 3.615240484410307e-6, 0.05495433074507602, 0.8996094240263316],
    nextVariance: 6.742270591081375e-5,
  },
  {
    series: garchSeries(1000, { mean: 0.001, omega: 1e-5, alpha: 0.15, beta: 0.75, seed: 2 }),
    likelihood: 3247.608796430335,
    parameters: [0.0009524855818255335, 1.968337700893159e-5, 0.2395664045499222, 0.5628422240071491],
    nextVariance: 0.00017952723659834906,
  },
  {
    series: garchSeries(250, { mean: 0, omega: 3e-6, alpha: 0.05, beta: 0.93, seed: 4 }),
    likelihood: 814.0043374288671,
    parameters: [-5.9723904993697925e-5, 8.319326954588567e-6, 0.011576309424477006, 0.8913792889557306],
    nextVariance: 8.824364796379222e-5,
  },
  {
    series: garchSeries(2500, { mean: 0.0002, omega: 1e-6, alpha: 0.03, beta: 0.965, seed: 5 }),
    likelihood: 7142.513769506706,
    parameters: [0.0006281072274104981, 2.7116647457628274e-6, 0.0428248339629953, 0.9441976877056916],
    nextVariance: 0.00027825381910184,
  },
];

Deno.test("a GARCH fit has at least the likelihood of arch, and its parameters", () => {
  for (const { series, likelihood, parameters, nextVariance } of CASES) {
    const fit = fitGarch(series);
    assert.ok(logLikelihood(fit) > likelihood - 1e-5);
    // The maximum of the GARCH likelihood is flat: likelihoods equal to 1e-6 leave the fourth digit of a parameter
    // open.
    [fit.mean, fit.omega, fit.alpha, fit.beta].forEach((value, index) => close(value, parameters[index], 1e-4));
    close(fit.nextVariance, nextVariance, 1e-4);
  }
});

Deno.test("without effects in the variance a GARCH fit has an alpha of 0 and the likelihood of arch", () => {
  const fit = fitGarch(garchSeries(500, { mean: 0, omega: 1e-4, alpha: 0, beta: 0, seed: 3 }));
  assert.ok(Math.abs(logLikelihood(fit) - 1615.2551199758736) < 1e-3);
  assert.ok(fit.alpha < 1e-6);
});

Deno.test("GARCH variances follow the recursion, and residuals give the returns back", () => {
  const [{ series }] = CASES;
  const fit = fitGarch(series);
  const { mean, omega, alpha, beta, variances, residuals, nextVariance } = fit;
  series.forEach((value, row) => {
    const following = row + 1 < series.length ? variances[row + 1] : nextVariance;
    close(following, omega + alpha * (value - mean) ** 2 + beta * variances[row], 1e-12);
    assert.ok(Math.abs(mean + Math.sqrt(variances[row]) * residuals[row] - value) < 1e-15);
  });
  // At the maximum likelihood the squared residuals have mean 1, except for the effect of the variance before the first
  // row.
  close(residuals.reduce((sum, z) => sum + z * z, 0) / residuals.length, 1, 0.01);
});

Deno.test("scaling the returns scales the GARCH variances and leaves alpha", () => {
  const [, { series }] = CASES;
  const [fit, large] = [fitGarch(series), fitGarch(series.map((value) => 1000 * value))];
  close(large.omega, 1e6 * fit.omega, 1e-4);
  close(large.alpha, fit.alpha, 1e-4);
  close(large.nextVariance, 1e6 * fit.nextVariance, 1e-4);
});

Deno.test("a constant series has a GARCH variance above 0 and residuals of 0", () => {
  for (const series of [new Float64Array(200).fill(0.1), new Float64Array(200), Float64Array.of(0.1)]) {
    const fit = fitGarch(series);
    assert.equal(fit.mean, series[0]);
    assert.deepEqual([fit.omega, fit.alpha, fit.beta, fit.nextVariance], [1e-20, 0, 0, 1e-20]);
    assert.ok(fit.residuals.every((z) => z === 0));
  }
});

Deno.test("a GARCH fit of fewer than 30 rows has their constant variance", () => {
  const fit = fitGarch(Float64Array.of(0.01, -0.02, 0.03, 0));
  assert.deepEqual([fit.alpha, fit.beta], [0, 0]);
  close(fit.nextVariance, 0.000325, 1e-12);
});

Deno.test("a GARCH fit of outliers, halted prices and extreme sizes is stationary, with finite residuals", () => {
  const normal = normalNumbers(3);
  const made = (count: number, value: (row: number) => number) =>
    Float64Array.from({ length: count }, (_, row) => value(row));
  const hard = {
    outlier: made(1000, (row) => row === 500 ? 1e6 : normal()),
    "one move": made(1000, (row) => row === 500 ? 1 : 0),
    "one move at last": made(1000, (row) => row === 999 ? 1 : 0),
    "one move at first": made(1000, (row) => row === 0 ? 1 : 0),
    alternating: made(500, (row) => row % 2),
    trend: made(500, (row) => row),
    tiny: made(500, () => 1e-12 * normal()),
    huge: made(500, () => 1e100 * normal()),
    "halted at first": made(1000, (row) => row < 500 ? 0 : normal()),
    "halted at last": made(1000, (row) => row < 500 ? normal() : 0),
    short: made(30, normal),
  };
  for (const [name, series] of Object.entries(hard)) {
    const { mean, omega, alpha, beta, variances, residuals, nextVariance } = fitGarch(series);
    assert.ok(omega > 0 && alpha >= 0 && beta >= 0 && alpha + beta < 1 && nextVariance > 0, name);
    assert.ok([mean, omega, nextVariance, ...residuals].every(Number.isFinite), name);
    assert.ok(variances.every((variance) => variance > 0 && Number.isFinite(variance)), name);
  }
});

function logLikelihood({ variances, residuals }: Garch): number {
  return variances.reduce((sum, variance, row) => {
    return sum - 0.5 * (Math.log(2 * Math.PI * variance) + residuals[row] ** 2);
  }, 0);
}

function close(value: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(value / expected - 1) <= tolerance, `${value} for ${expected}`);
}
