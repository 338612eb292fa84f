import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { estimationInputsOf } from "../../../tests/support/estimation_inputs.ts";
import { namesOf } from "../../../tests/support/sample_problem.ts";
import { DomainError } from "../../domain/errors.ts";
import { dot, type Matrix, matrix, quadraticForm, timesVector } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { blackLitterman } from "./black_litterman.ts";

const kernels = await loadKernels(null);
const ASSETS = namesOf(3);
const COVARIANCE = matrix(3, 3, Float64Array.of(4e-4, 1e-4, 5e-5, 1e-4, 2e-4, -3e-5, 5e-5, -3e-5, 1e-4));
const MARKET = { A0: 5, A1: 3, A2: 2 };
const RATE = 0.0001;

interface SentView {
  readonly assets: Readonly<Record<string, number>>;
  readonly return: number;
  readonly confidence: number;
}

function estimate(
  views: readonly SentView[],
  { tau = 0.05, covariance = COVARIANCE }: { tau?: number; covariance?: Matrix } = {},
) {
  const inputs = estimationInputsOf({ assets: ASSETS, returns: null, riskFreeRate: RATE, covariance });
  const parameters = blackLitterman.parameters.parse({ market_weights: MARKET, views, tau, risk_aversion: 3 });
  return blackLitterman.estimate(inputs, parameters, kernels);
}

/** Test helper. Asserts that numbers are equal up to the rounding of a few products. */
function close(actual: ArrayLike<number>, expected: ArrayLike<number>, off = 1e-15): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; i++) assert.ok(Math.abs(actual[i] - expected[i]) <= off, `${i}: ${actual[i]}`);
}

const PRIOR = timesVector(COVARIANCE, [0.5, 0.3, 0.2]).map((value) => RATE + 3 * value);
const A0: SentView = { assets: { A0: 1 }, return: 0.252, confidence: 1 };

Deno.test("without views, or with views of confidence 0, expected returns are those of the market equilibrium", () => {
  close(estimate([]), PRIOR);
  close(estimate([{ ...A0, confidence: 0 }, { ...A0, return: -5, confidence: 0 }]), PRIOR);
  close(estimate([{ ...A0, confidence: 1e-300 }]), PRIOR);
});

Deno.test("a view of confidence 1 holds to rounding, its annual return counted per period", () => {
  const [first] = estimate([A0]);
  close([first], [0.001]);
  const pair = { assets: { A0: 2, A2: -1 }, return: 0.126, confidence: 1 };
  const means = estimate([A0, pair]);
  close([means[0], 2 * means[0] - means[2]], [0.001, 0.0005]);
});

Deno.test("a single view moves its portfolio by the share of its confidence, and other assets by their covariance with it", () => {
  fc.assert(fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (confidence) => {
    const means = estimate([{ assets: { A0: 1, A1: -1 }, return: 0.0252, confidence }]);
    const spread = timesVector(COVARIANCE, [1, -1, 0]);
    const step = confidence * (0.0001 - (PRIOR[0] - PRIOR[1])) / dot(spread, [1, -1, 0]);
    close(means, PRIOR.map((prior, i) => prior + step * spread[i]));
  }));
});

Deno.test("several views combine by the Black-Litterman formula with its inverse written out", () => {
  const views = [{ ...A0, confidence: 0.4 }, { assets: { A0: 1, A2: -2 }, return: -0.1, confidence: 0.8 }];
  const loadings = [[1, 0, 0], [1, 0, -2]];
  const shared = loadings.map((a) => loadings.map((b) => dot(timesVector(COVARIANCE, a), b)));
  const tau = 0.05;
  const [[a, b], [c, d]] = shared.map((line, i) =>
    line.map((entry, j) => tau * entry + (i === j ? tau * (1 / views[i].confidence - 1) * entry : 0))
  );
  const surprise = views.map((view, i) => view.return / 252 - dot(loadings[i], PRIOR));
  const determinant = a * d - b * c;
  const x = [(d * surprise[0] - b * surprise[1]) / determinant, (a * surprise[1] - c * surprise[0]) / determinant];
  const moved = loadings.map((row) => timesVector(COVARIANCE, row));
  close(estimate(views), PRIOR.map((prior, i) => prior + tau * (x[0] * moved[0][i] + x[1] * moved[1][i])));
  close(estimate(views, { tau: 1 }), estimate(views));
});

Deno.test("a view of confidence 1 that earlier views of confidence 1 imply changes nothing", () => {
  const half = { assets: { A0: 0.5 }, return: 0.126, confidence: 1 };
  close(estimate([A0, half]), estimate([A0]));
});

Deno.test("contradictory views of confidence below 1 give a return between them", () => {
  const [mean] = estimate([{ ...A0, confidence: 0.5 }, { ...A0, return: 0.504, confidence: 0.5 }]);
  assert.ok(mean > 0.001 && mean < 0.002);
});

/** Test helper. Returns the covariance that a run uses beside the estimate; null if it keeps the estimated one. */
function covarianceBeside(
  views: readonly SentView[],
  { tau = 0.05, covariance = COVARIANCE, posterior_covariance = true } = {},
): Matrix | null {
  const inputs = estimationInputsOf({ assets: ASSETS, returns: null, riskFreeRate: RATE, covariance });
  const sent = { market_weights: MARKET, views, tau, posterior_covariance };
  return blackLitterman.covarianceBeside?.(inputs, blackLitterman.parameters.parse(sent), kernels) ?? null;
}

function product(a: Matrix, b: Matrix): Matrix {
  return kernels.linearAlgebra.multiply(a, b);
}

Deno.test("the posterior covariance is S + M with M (I + P' O^-1 P tau S) = tau S, the definition of M times its inverse", () => {
  const sent = fc.array(
    fc.record({
      loadings: fc.constantFrom([1, 0, 0], [1, -1, 0], [0.5, 1, -2]),
      confidence: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(fc.property(sent, fc.constantFrom(0.01, 0.05, 1), (drawn, tau) => {
    const views = drawn.map(({ loadings: [A0, A1, A2], confidence }) => ({
      assets: { A0, A1, A2 },
      return: 0.1,
      confidence,
    }));
    const found = covarianceBeside(views, { tau });
    assert.ok(found);
    const M = matrix(3, 3, found.data.map((entry, k) => entry - COVARIANCE.data[k]));
    const precision = matrix(3, 3);
    for (const { loadings, confidence } of drawn) {
      const doubt = tau * (1 / confidence - 1) * quadraticForm(COVARIANCE, loadings);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) precision.data[3 * i + j] += loadings[i] * loadings[j] / doubt;
      }
    }
    const scaled = matrix(3, 3, COVARIANCE.data.map((entry) => tau * entry));
    const around = product(precision, scaled);
    for (let i = 0; i < 3; i++) around.data[4 * i] += 1;
    // M is below 4e-4, and the product has the rounding of a few sums of entries up to 40 times as large.
    close(product(M, around).data, scaled.data, 1e-16);
    for (const [i, j] of [[0, 1], [0, 2], [1, 2]]) assert.equal(found.data[3 * i + j], found.data[3 * j + i]);
  }));
});

Deno.test("a view of confidence 1 leaves its portfolio no uncertainty beyond its variance, and one of confidence 0 all of it", () => {
  const sure = covarianceBeside([A0, { assets: { A1: 2, A2: -1 }, return: 0.1, confidence: 1 }, {
    ...A0,
    assets: { A0: 3 },
    return: 0.756,
  }]);
  assert.ok(sure);
  for (const portfolio of [[1, 0, 0], [0, 2, -1]]) {
    close([quadraticForm(sure, portfolio)], [quadraticForm(COVARIANCE, portfolio)], 1e-18);
  }
  assert.ok(quadraticForm(sure, [0, 1, 0]) > 1.001 * COVARIANCE.data[4]);
  const unmoved = covarianceBeside([{ ...A0, confidence: 0 }], { tau: 0.2 });
  close(unmoved?.data ?? [], COVARIANCE.data.map((entry) => 1.2 * entry), 1e-18);
});

Deno.test("without posterior_covariance the run keeps the estimated covariance, and with it the same expected returns", () => {
  assert.equal(covarianceBeside([A0], { posterior_covariance: false }), null);
  const inputs = estimationInputsOf({ assets: ASSETS, returns: null, riskFreeRate: RATE, covariance: COVARIANCE });
  const views = [{ ...A0, confidence: 0.4 }];
  const [without, beside] = [false, true].map((posterior_covariance) =>
    blackLitterman.estimate(
      inputs,
      blackLitterman.parameters.parse({ market_weights: MARKET, views, posterior_covariance }),
      kernels,
    )
  );
  assert.deepEqual(beside, without);
});

Deno.test("posterior_covariance without views is refused", () => {
  const faultsOf = (sent: object) =>
    blackLitterman.check?.(blackLitterman.parameters.parse({ market_weights: MARKET, ...sent }), ASSETS);
  assert.deepEqual(faultsOf({ posterior_covariance: true }), [{
    pointer: "/posterior_covariance",
    detail: "Cannot use posterior_covariance without views: give at least one, or leave it out",
  }]);
  assert.deepEqual(faultsOf({ posterior_covariance: false }), []);
  assert.deepEqual(faultsOf({ posterior_covariance: true, views: [A0] }), []);
});

const DUPLICATES = matrix(3, 3, Float64Array.of(4e-4, 4e-4, 0, 4e-4, 4e-4, 0, 0, 0, 0));

Deno.test("views that the covariance rules out fail with a reason: two returns of the same risk, or a return of no risk", () => {
  const impossible = [
    {
      views: [A0, { assets: { A1: 1 }, return: 0.5, confidence: 1 }],
      told: /^Cannot hold view 2 .* or lower their confidence$/,
    },
    {
      views: [{ assets: { A2: 1 }, return: 0.5, confidence: 0.3 }],
      told: /^Cannot hold view 1 .* no risk, .* leave it out$/,
    },
  ];
  for (const { views, told } of impossible) {
    assert.throws(() => estimate(views, { covariance: DUPLICATES }), (error) => {
      assert.ok(error instanceof DomainError && error.code === "methods_failed");
      assert.match(error.message, told);
      return true;
    });
  }
  assert.ok(estimate([A0, { ...A0, assets: { A1: 1 } }], { covariance: DUPLICATES }).every(Number.isFinite));
});

const REFUSED: readonly { what: string; views: readonly SentView[]; pointer: string; detail: RegExp }[] = [
  {
    what: "an asset outside the run",
    views: [{ ...A0, assets: { A0: 1, "X/Y": -1 } }],
    pointer: "/views/0/assets/X~1Y",
    detail: /^The asset "X\/Y" is not an asset of the run$/,
  },
  {
    what: "loadings that are all 0",
    views: [A0, { ...A0, assets: { A1: 0 } }],
    pointer: "/views/1/assets",
    detail: /at least one loading/,
  },
  { what: "no loading", views: [{ ...A0, assets: {} }], pointer: "/views/0/assets", detail: /at least one loading/ },
  {
    what: "confidence 1 and another return of the same portfolio",
    views: [A0, { assets: { A0: 2 }, return: 0.3, confidence: 1 }],
    pointer: "/views/1/return",
    detail: /^Cannot take a return of 0.3 with confidence 1: the views with confidence 1 before it imply 0.504$/,
  },
  {
    what: "a return that several views of confidence 1 contradict",
    views: [A0, { ...A0, assets: { A1: 1 }, return: 0.1 }, { ...A0, assets: { A0: 1, A1: -1 }, return: 0 }],
    pointer: "/views/2/return",
    detail: /imply 0.152$/,
  },
];

for (const { what, views, pointer, detail } of REFUSED) {
  Deno.test(`a view with ${what} is refused at ${pointer}`, () => {
    const parameters = blackLitterman.parameters.parse({ market_weights: MARKET, views });
    const faults = blackLitterman.check?.(parameters, ASSETS) ?? [];
    assert.deepEqual(faults.map((fault) => fault.pointer), [pointer]);
    assert.match(faults[0].detail, detail);
  });
}

Deno.test("views of confidence 1 that agree, and contradictory views of less confidence, are accepted", () => {
  for (
    const views of [[A0, { ...A0, assets: { A0: 3 }, return: 0.756 }], [A0, { ...A0, return: 0.5, confidence: 0.99 }]]
  ) {
    const parameters = blackLitterman.parameters.parse({ market_weights: MARKET, views });
    assert.deepEqual(blackLitterman.check?.(parameters, ASSETS), []);
  }
});

Deno.test("black_litterman fills in defaults and refuses parameters outside their ranges", () => {
  const { parameters } = blackLitterman;
  const full = { market_weights: MARKET, risk_aversion: 2.5, tau: 0.05, views: [], posterior_covariance: false };
  assert.deepEqual(parameters.parse({ market_weights: MARKET }), full);
  for (
    const wrong of [
      { tau: 0 },
      { tau: 1.1 },
      { risk_aversion: 0 },
      { risk_aversion: -1 },
      { risk_aversion: "2" },
      { shrinkage: 0.5 },
      { market_weights: { A0: -1 } },
      { market_weights: undefined },
      { views: [{ assets: { A0: 1 }, return: 0.1 }] },
      { views: [{ assets: { A0: 1 }, return: 0.1, confidence: 1.01 }] },
      { views: [{ assets: { A0: 1 }, return: 0.1, confidence: -0.01 }] },
      { views: [{ assets: { A0: "1" }, return: 0.1, confidence: 0.5 }] },
      { views: [{ assets: { A0: 1 }, return: 1e7, confidence: 0.5 }] },
      { views: [{ assets: { A0: 1 }, return: 0.1, confidence: 0.5, horizon: 1 }] },
      { views: Array.from({ length: 101 }, () => A0) },
      { posterior_covariance: "true" },
      { posterior_covariance: null },
    ]
  ) assert.equal(parameters.safeParse({ ...full, ...wrong }).success, false, JSON.stringify(wrong).slice(0, 80));
});
