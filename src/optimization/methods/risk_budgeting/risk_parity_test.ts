import assert from "node:assert/strict";
import fc from "../../../../tests/support/fast_check.ts";
import { objectiveOf } from "../../../../tests/support/objectives.ts";
import {
  marketOf,
  marketOfMoments,
  namesOf,
  problemOf,
  randomNumbers,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../../../tests/support/sample_problem.ts";
import { problemCount } from "../../../../tests/support/tier.ts";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import type { Problem } from "../../problem.ts";
import type { Solution } from "../../solution.ts";
import { riskParity } from "./risk_parity.ts";

const kernels = await loadKernels(null);
const MEASURES = ["variance", "semideviation", "mad", "cvar", "evar", "cdar"];
/** Where a measure has a kink at the answer, contributions are those of one of its subgradients. */
const SMOOTH = ["variance", "semideviation", "evar"];

const market = sampleMarketOf(6, { skip: 3 });
const problem = problemOf(market);
const raw = market.assets.map((_, i) => 1 + i);
const budgets = Object.fromEntries(market.assets.map((asset, i) => [asset, raw[i] / 21]));

function solve(parameters: Readonly<Record<string, unknown>>, on: Problem = problem): Solution {
  return solveBy("risk_parity", on, { kernels, parameters });
}

function contributionsOf(
  weights: Float64Array,
  parameters: Readonly<Record<string, unknown>>,
  on: Problem = problem,
): Float64Array {
  const shares = riskParity.riskContributions?.(on, weights, riskParity.parameters.parse(parameters), kernels);
  assert.ok(shares);
  return shares;
}

for (const measure of SMOOTH) {
  Deno.test(`risk_parity contributions to the ${measure} equal the budgets, equal ones by default`, () => {
    for (
      const [parameters, expected] of [[{ measure }, raw.map(() => 1 / 6)], [
        { measure, budgets },
        raw.map((one) => one / 21),
      ]] as const
    ) {
      const solution = solve(parameters);
      assert.equal(solution.status, "optimal", `${solution.detail}`);
      contributionsOf(weightsOfSolution(solution), parameters).forEach((share, i) => {
        assert.ok(Math.abs(share - expected[i]) <= 1e-6, `${measure}: ${share}, a budget of ${expected[i]}`);
      });
    }
  });
}

for (const measure of MEASURES) {
  Deno.test(`no random weights near the answer have a better risk_parity objective for the ${measure}`, () => {
    const solution = solve({ measure, budgets });
    assert.equal(solution.status, "optimal", `${solution.detail}`);
    const { objective, weights } = solution;
    assert.ok(objective && weights);
    const random = randomNumbers(3);
    for (let k = 0; k < 200; k++) {
      const near = weights.map((weight) => weight * Math.exp((random() - 0.5) * 10 ** (-(k % 5))));
      const sum = near.reduce((total, one) => total + one, 0);
      const value = valueAt(near.map((one) => one / sum), measure);
      assert.ok(value >= objective.value - 1e-7, `${value} below ${objective.value}`);
    }
  });

  Deno.test(`risk_parity of the ${measure} does not depend on the scale of returns or the order of assets`, () => {
    const weights = weightsOfSolution(solve({ measure, budgets }));
    for (const factor of [1e-4, 50]) {
      const { returns } = market;
      assert.ok(returns);
      const scaled = marketOf(
        matrix(returns.rows, returns.columns, returns.data.map((entry) => factor * entry)),
        market,
      );
      const others = weightsOfSolution(solve({ measure, budgets }, problemOf(scaled)));
      assertNear(others, weights);
    }
    const order = [3, 1, 5, 0, 4, 2];
    const { returns } = market;
    assert.ok(returns);
    const data = returns.data.map((_, k) => returns.data[k - (k % 6) + order[k % 6]]);
    const permuted = marketOf(matrix(returns.rows, 6, data), {
      assets: order.map((i) => market.assets[i]),
      frequency: market.frequency,
    });
    const others = weightsOfSolution(solve({ measure, budgets }, problemOf(permuted)));
    assertNear(others, order.map((i) => weights[i]));
  });
}

Deno.test("risk_parity of random programs is proven; a binding cap moves contributions off the budgets, and never improves the objective", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(...MEASURES), (seed, measure) => {
      const random = randomNumbers(seed), n = 3 + Math.floor(4 * random()), T = 30 + Math.floor(40 * random());
      const returns = matrix(T, n);
      for (let k = 0; k < T * n; k++) returns.data[k] = 0.02 * (random() + random() - 1) * (1 + k % n);
      const on = marketOf(returns), free = solve({ measure }, problemOf(on));
      assert.equal(free.status, "optimal", `${free.detail}`);
      const largest = Math.max(...weightsOfSolution(free)), cap = (largest + 1 / n) / 2;
      const capped = solve({ measure }, problemOf(on, { constraints: { weight_bounds: { max: cap } } }));
      assert.equal(capped.status, "optimal", `${capped.detail}`);
      const [own, best] = [capped, free].map(({ objective }) => objective?.value ?? NaN);
      assert.ok(own >= best - 1e-9, `${own} is better than ${best} without a rule`);
      assert.ok(Math.max(...weightsOfSolution(capped)) <= cap + 1e-9);
      // Of few observations several of the worst are often equal at the answer, where evar has a kink.
      if (!["variance", "semideviation"].includes(measure) || largest < 1 / n + 0.01) return;
      const [ofCapped, ofFree] = [capped, free].map((solution) =>
        contributionsOf(weightsOfSolution(solution), { measure }, problemOf(on))
          .reduce((most, share) => Math.max(most, Math.abs(share - 1 / n)), 0)
      );
      assert.ok(ofFree <= 1e-6 && ofCapped > 1e-3, `contributions are off by ${ofFree}, under a cap by ${ofCapped}`);
    }),
    { numRuns: problemCount(25) },
  );
});

Deno.test("risk_parity explains an asset without risk, a riskless portfolio and rules that exclude an asset", () => {
  const still = solve({}, problemOf(marketOfMoments([0, 0], [[0.01, 0], [0, 0]])));
  assert.equal(still.status, "failed");
  assert.match(still.detail ?? "", /^Cannot give "A1" a share of the risk: the asset has no risk$/);
  const hedged = solve({}, problemOf(marketOfMoments([0, 0], [[0.01, -0.01], [-0.01, 0.01]])));
  assert.notEqual(hedged.status, "optimal");
  assert.ok(hedged.detail);
  const [first] = market.assets;
  const without = solve({}, problemOf(market, { constraints: { weight_bounds: { assets: { [first]: { max: 0 } } } } }));
  assert.equal(without.status, "infeasible");
  assert.match(
    without.detail ?? "",
    /^No weights that meet the rules hold every asset, but each asset has a share of the risk$/,
  );
});

Deno.test("risk_parity holds an asset 1e4 times as volatile as the other, and says so where its weight is below 1e-8", () => {
  const [weights, small] = [1e-4, 1e-9].map((size) =>
    solve({}, problemOf(marketOfMoments([0, 0], [[size ** 2, 0], [0, 1]])))
  );
  assertNear(weightsOfSolution(weights), [1 / (1 + 1e-4), 1e-4 / (1 + 1e-4)]);
  assert.equal(small.status, "not_proven");
  assert.match(small.detail ?? "", /hold less than 1e-8 of A1, which counts as 0$/);
});

Deno.test("risk_parity with a minimum weight in an asset 1e9 times as volatile is optimal and splits the rest", () => {
  const own = [1e-4, 1.2e-4, 1e5], covariance = own.map((a, i) => own.map((b, j) => a * b * (i === j ? 1 : 0.3)));
  const rules = { constraints: { weight_bounds: { min: 0.1 } } };
  const solution = solve({}, problemOf(marketOfMoments([0, 0, 0], covariance), rules));
  assert.equal(solution.status, "optimal", `${solution.detail}`);
  assertNear(weightsOfSolution(solution), [0.45, 0.45, 0.1]);
});

Deno.test("risk_parity refuses budgets that do not sum to 1, measures without contributions and unknown fields", () => {
  const faultOf = (parameters: unknown) => riskParity.parameters.safeParse(parameters).error?.issues[0];
  const budgetFaultsOf = (budgets: Readonly<Record<string, number>>) =>
    riskParity.check?.({ measure: "variance", budgets }, { assets: namesOf(2) }) ?? [];
  const sum = { pointer: "/budgets", detail: "Cannot use shares that sum to 0.9: they must sum to 1" };
  assert.deepEqual(budgetFaultsOf({ A0: 0.5, A1: 0.5 }), []);
  assert.deepEqual(budgetFaultsOf({ A0: 0.5, A1: 0.4 }), [sum]);
  const unknown = budgetFaultsOf({ A0: 0.5, A1: 0.3, Z: 0.1 });
  assert.deepEqual(unknown.map(({ pointer }) => pointer), ["/budgets/Z", "/budgets"]);
  assert.deepEqual(unknown[1], sum);
  for (const measure of ["volatility", "gini", "max_drawdown", "edar", 7]) {
    assert.deepEqual(faultOf({ measure })?.path, ["measure"]);
  }
  for (const measure of ["variance", "semideviation", "mad"]) {
    const fault = faultOf({ measure, confidence: 0.9 });
    assert.deepEqual(fault?.path, ["confidence"]);
    assert.equal(fault?.message, `Cannot use a confidence with the measure "${measure}", which has none; leave it out`);
  }
  assert.deepEqual(faultOf({ measure: "cvar", confidence: 1 })?.path, ["confidence"]);
  assert.deepEqual(faultOf({ risk: "variance" })?.code, "unrecognized_keys");
});

Deno.test("risk_parity fills in the confidence only for measures that have one", () => {
  assert.deepEqual(riskParity.parameters.parse({}), { measure: "variance" });
  assert.deepEqual(riskParity.parameters.parse({ measure: "cdar" }), { measure: "cdar", confidence: 0.95 });
});

Deno.test("budgets of 0 or below are refused at assets of the run, and budgets of other assets as unknown", () => {
  const [first, second, ...rest] = market.assets;
  const shares = (own: Readonly<Record<string, number>>) => {
    const left = 1 - Object.values(own).reduce((sum, share) => sum + share, 0);
    const others = [first, second, ...rest].filter((asset) => !Object.hasOwn(own, asset));
    const budgets = { ...own, ...Object.fromEntries(others.map((asset) => [asset, left / others.length])) };
    return riskParity.check?.(riskParity.parameters.parse({ budgets }), { assets: market.assets });
  };
  for (const share of [0, -0.5]) {
    assert.deepEqual(shares({ [first]: share, NOBODY: share }), [
      {
        pointer: "/budgets/NOBODY",
        detail: 'Cannot give a share of the risk to "NOBODY", which is not an asset of the run',
      },
      {
        pointer: `/budgets/${first}`,
        detail: `Cannot take a share of ${share}: give every asset one above 0, or leave it out of the run`,
      },
    ]);
  }
});

Deno.test("a budget of an asset outside the run and the assets without a budget are both reported", () => {
  const [first, , ...rest] = market.assets;
  const sent = riskParity.parameters.parse({
    budgets: { NOBODY: 0.5, ...Object.fromEntries(rest.map((asset) => [asset, 0.5 / rest.length])) },
  });
  const faults = riskParity.check?.(sent, { assets: market.assets });
  assert.deepEqual(faults, [
    {
      pointer: "/budgets/NOBODY",
      detail: 'Cannot give a share of the risk to "NOBODY", which is not an asset of the run',
    },
    { pointer: "/budgets", detail: `Give every asset of the run a share of the risk: "${first}" and 1 more have none` },
  ]);
});

/** log risk(w) - Σ b log w. */
function valueAt(weights: Float64Array, measure: string): number {
  return objectiveOf("risk_parity", weights, problem, { measure, budgets });
}

function assertNear(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  Array.from(actual).forEach((one, i) => assert.ok(Math.abs(one - expected[i]) <= 2e-6, `${one}, not ${expected[i]}`));
}

Deno.test("risk_parity is unbounded for a perfectly hedged pair, but solves its cvar where the hedge loses money", () => {
  const next = randomNumbers(5), rows = 120;
  const hedged = (earned: number): Problem => {
    const data = Float64Array.from({ length: 4 * rows }, () => 0.02 * (next() - 0.5));
    for (let t = 0; t < rows; t++) data[4 * t + 1] = earned - data[4 * t];
    return problemOf(marketOf(matrix(rows, 4, data)));
  };
  for (const measure of ["variance", "semideviation", "mad"]) {
    const { status, detail } = solve({ measure }, hedged(4e-4));
    assert.deepEqual(
      [status, detail],
      ["unbounded", `Some weights that meet the rules have no ${measure}, which then cannot be divided into shares`],
    );
  }
  assert.equal(solve({ measure: "cvar" }, hedged(-4e-3)).status, "optimal");
});
