import assert from "node:assert/strict";
import {
  marketOfMoments,
  namesOf,
  problemOf,
  solveBy,
  weightsOfSolution,
} from "../../../tests/support/sample_problem.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { findConflict } from "../conflict/find_conflict.ts";
import { exposure } from "./exposure.ts";

Deno.test("short selling is off by default, and exposure limits below 0 are refused", () => {
  assert.deepEqual(exposure.rules.parse({}), { short: false });
  for (const limit of ["gross_max", "long_max", "short_max"]) {
    assert.ok(!exposure.rules.safeParse({ [limit]: -1 }).success, limit);
  }
});

Deno.test("gross, long and short exposure sum the sizes of all, the positive and the negative weights", () => {
  const problem = problemOf(marketOfMoments([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]));
  const rules = exposure.rules.parse({ short: true, gross_max: 2, long_max: 1.5, short_max: 0.5 });
  assert.deepEqual(
    exposure.evaluate(Float64Array.of(1, -0.25, 0.25), rules, problem).map((
      { rule, value, max },
    ) => [rule, value, max]),
    [["gross_max", 1.5, 2], ["long_max", 1.25, 1.5], ["short_max", 0.25, 0.5]],
  );
});

const kernels = await loadKernels(null);
const two = marketOfMoments([0.01, 0.002], [[4e-4, 0], [0, 1e-4]]);
const CONTEXT = { assets: namesOf(2), hasStartingPortfolio: false, hasBenchmark: false, hasHistory: true, short: true };

Deno.test("a borrow fee is one number or one for each of some assets of the run, and needs short", () => {
  const faultsOf = (rules: unknown) =>
    exposure.check?.(exposure.rules.parse(rules), CONTEXT).map(({ pointer }) => pointer);
  assert.deepEqual(faultsOf({ short: true, borrow_fee: 0.03 }), []);
  assert.deepEqual(faultsOf({ short: true, borrow_fee: { A1: 0.03 } }), []);
  assert.deepEqual(faultsOf({ short: true, borrow_fee: { A1: 0.03, Z: 0.1 } }), ["/borrow_fee/Z"]);
  assert.deepEqual(faultsOf({ borrow_fee: 0.03 }), ["/borrow_fee"]);
  for (const wrong of [-0.1, { A0: -0.1 }, "3%", null, [0.1]]) {
    assert.ok(!exposure.rules.safeParse({ short: true, borrow_fee: wrong }).success, JSON.stringify(wrong));
  }
});

Deno.test("a borrow fee is charged for the short weights of the assets that it names, a year's in the report", () => {
  const problem = problemOf(two), rules = exposure.rules.parse({ short: true, borrow_fee: { A1: 0.052 } });
  const weights = Float64Array.of(-0.2, 1.2), short = Float64Array.of(1.5, -0.5);
  assert.deepEqual([weights, short].map((at) => exposure.costsOf?.(at, rules, problem)), [0, 0.026 / 52]);
  assert.deepEqual(exposure.evaluate(short, rules, problem), [
    { family: "exposure", rule: "borrow_fee", value: 0.026, min: null, max: null },
  ]);
});

Deno.test("max_return sells short only what earns more than its borrow fee", () => {
  // To move a weight from the second asset to the first earns 0.008 a period, which is 41.6 % a year.
  for (const [fee, sold] of [[0.41, 0.5], [0.42, 0]]) {
    const constraints = { exposure: { short: true, short_max: 0.5, borrow_fee: fee } };
    const solution = solveBy("max_return", problemOf(two, { constraints }), { kernels });
    assert.equal(solution.status, "optimal");
    assert.ok(Math.abs(weightsOfSolution(solution)[1] + sold) <= 1e-9, `${fee}`);
    const earned = 0.01 * (1 + sold) - 0.002 * sold - fee / 52 * sold;
    assert.ok(Math.abs((solution.objective?.value ?? NaN) - earned) <= 1e-12, `${fee}`);
  }
});

const MEANS = [0.004, 0.001, -0.001];
const COVARIANCE = [[8e-4, 2e-4, 3e-4], [2e-4, 5e-4, 2e-4], [3e-4, 2e-4, 9e-4]];
const FEES = { A1: 0.02, A2: 0.09 };
const charged = problemOf(marketOfMoments(MEANS, COVARIANCE), {
  riskFreeRate: 0.01,
  constraints: { exposure: { short: true, borrow_fee: FEES }, weight_bounds: { min: -0.6, max: 1.5 } },
});
const variance = (w: readonly number[]) =>
  w.reduce((sum, x, i) => sum + x * w.reduce((inner, y, j) => inner + COVARIANCE[i][j] * y, 0), 0);
const net = (w: readonly number[]) =>
  w.reduce((sum, x, i) => sum + x * MEANS[i], 0) - (0.02 * Math.max(-w[1], 0) + 0.09 * Math.max(-w[2], 0)) / 52;

for (
  const { id, parameters, better } of [
    {
      id: "max_quadratic_utility",
      parameters: { risk_aversion: 3 },
      better: (w: readonly number[]) => net(w) - 1.5 * variance(w),
    },
    {
      id: "max_sharpe",
      parameters: {},
      better: (w: readonly number[]) => (net(w) - 0.01 / 52) / Math.sqrt(variance(w)),
    },
  ]
) {
  Deno.test(`under borrow fees ${id} is proven, and no weights of a fine grid are better`, () => {
    const solution = solveBy(id, charged, { kernels, parameters }), weights = [...weightsOfSolution(solution)];
    assert.equal(solution.certificate?.provenOptimal, true);
    assert.ok(weights[2] < -1e-3, `${weights}`);
    const best = better(weights);
    for (let i = -60; i <= 150; i++) {
      for (let j = -60; j <= 150; j++) {
        const w = [i / 100, j / 100, 1 - (i + j) / 100];
        if (w[2] >= -0.6 && w[2] <= 1.5) assert.ok(better(w) <= best + 1e-9 * Math.abs(best), `${w} beside ${weights}`);
      }
    }
  });
}

Deno.test("borrow fees conflict with a minimum return only where it is reachable without them", () => {
  const familiesOf = (borrow_fee: number, least: number) =>
    findConflict(
      problemOf(two, {
        constraints: { exposure: { short: true, short_max: 0.5, borrow_fee }, min_return: 52 * least },
      }),
      kernels,
    )?.rules.map(({ family, rule, detail }) => `${family} ${rule} ${detail}`);
  assert.equal(familiesOf(0.01, 0.0135), undefined);
  const told = familiesOf(0.3, 0.0135);
  assert.ok(told?.includes("exposure null Borrow fees, subtracted from the expected return"), `${told}`);
  assert.ok(told?.some((one) => one.startsWith("min_return")), `${told}`);
});
