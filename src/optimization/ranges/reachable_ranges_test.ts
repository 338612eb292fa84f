import assert from "node:assert/strict";
import { LINEAR_LIES, lyingLinearKernels } from "../../../tests/support/lying_linear_kernels.ts";
import { problemOf, randomNumbers, sampleMarketOf } from "../../../tests/support/sample_problem.ts";
import { IS_FULL_RUN, partOf, testInTurn } from "../../../tests/support/tier.ts";
import { dot, quadraticForm } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { Range, RangeEnd } from "./range.ts";
import { type ReachableRanges, reachableRanges } from "./reachable_ranges.ts";
import { SharedWork } from "../work/shared_work.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(6);
const [a, b, c] = market.assets;

const RULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "linear rules": {
    weight_bounds: { max: 0.4 },
    groups: { map: { [a]: "x", [b]: "x" }, rules: [{ group: "x", min: 0.1, max: 0.3 }] },
    linear: [{ name: "pair", coefficients: { [a]: 1, [c]: -2 }, min: -0.2, max: 0.1 }],
  },
  "trades": { turnover: { max: 0.2 } },
  "long and short weights": { exposure: { short: true, gross_max: 1.5 }, weight_bounds: { min: -0.2, max: 0.6 } },
  "a curved rule": { concentration: { min_effective_assets: 4 } },
  "whole numbers": { cardinality: { min: 3, max: 4 }, weight_bounds: { max: 0.5 }, min_position: 0.1 },
};

const problemWith = (constraints: Readonly<Record<string, unknown>>): Problem =>
  problemOf(market, { constraints, startingPortfolio: market.assets.map(() => 1 / 6) });

Deno.test(
  testInTurn(
    "with a solver of linear programs that lies, ranges contain the true ones, and ends marked exact are right",
    async () => {
      for (const [what, constraints] of partOf(Object.entries(RULES))) {
        const problem = problemWith(constraints), honest = reachableRanges(problem, kernels, { hasEstimates: true });
        for (const lie of LINEAR_LIES) {
          const told = reachableRanges(problem, await lyingLinearKernels(kernels, lie), { hasEstimates: true });
          assertWithin(honest, told, `${what}, ${lie}`);
        }
      }
    },
  ),
);

Deno.test("unlimited weights have infinite ranges that are proven exact", () => {
  const problem = problemWith({
    exposure: { short: true },
    linear: [{ name: "pair", coefficients: { [a]: 1, [b]: -1 }, max: 0.2 }],
  });
  const { assets, sums, annualReturn, annualVolatility } = reachableRanges(problem, kernels, { hasEstimates: true });
  const open = { value: Infinity, isExact: true }, openBelow = { value: -Infinity, isExact: true };
  for (const range of assets) assert.deepEqual(range, { min: openBelow, max: open });
  assert.deepEqual(sums.linear[0][1].min, openBelow);
  assert.ok(sums.linear[0][1].max.isExact && Math.abs(sums.linear[0][1].max.value - 0.2) < 1e-12);
  assert.deepEqual(annualReturn, { min: openBelow, max: open });
  assert.equal(annualVolatility?.max[1], Infinity);
});

Deno.test("unlimited weights with a minimum position size have infinite ranges that are proven exact", () => {
  const problem = problemWith({ exposure: { short: true }, min_position: 0.1 });
  const { assets, annualReturn, annualVolatility } = reachableRanges(problem, kernels, { hasEstimates: true });
  const open = { min: { value: -Infinity, isExact: true }, max: { value: Infinity, isExact: true } };
  for (const range of [...assets, annualReturn]) assert.deepEqual(range, open);
  assert.equal(annualVolatility?.max[1], Infinity);
});

Deno.test("random portfolios within the rules lie within all ranges and between the volatilities", () => {
  const random = randomNumbers(3);
  for (const [what, constraints] of partOf(Object.entries(RULES))) {
    const problem = problemWith(constraints), ranges = reachableRanges(problem, kernels, { hasEstimates: true });
    const { assets, annualVolatility, annualReturn } = ranges;
    let kept = 0;
    for (let trial = 0; trial < 3_000; trial++) {
      const weights = randomWeights(random, assets);
      if (!problem.rules.every((rules) => rules.breach(weights, problem) <= 1e-12)) continue;
      kept++;
      weights.forEach((weight, i) => assertInside(weight, assets[i], `${what} ${i}`));
      const volatility = Math.sqrt(problem.periodsPerYear * quadraticForm(problem.covariance, weights));
      assert.ok(annualVolatility !== null && annualReturn !== null);
      assert.ok(volatility >= annualVolatility.min.value - 1e-9 && volatility <= annualVolatility.max[1] + 1e-9, what);
      assertInside(problem.periodsPerYear * dot(problem.expectedReturns, weights), annualReturn, what);
    }
    assert.ok(kept > 20, `${what}: ${kept}`);
  }
});

const PRICED_RULES: typeof RULES = {
  ...RULES,
  "a limit on volatility": { risk_limits: [{ measure: "volatility", max: 0.2 }], weight_bounds: { max: 0.5 } },
  "a limit on tail losses": { risk_limits: [{ measure: "cvar", confidence: 0.9, max: 0.05 }] },
  "a limit on the tracking error": { tracking_error: { max: 0.08 } },
  "a curved rule on few assets": { concentration: { min_effective_assets: 2.5 }, cardinality: { max: 3 } },
};

Deno.test(testInTurn("with any amount of work ranges contain the true ones, and ends marked exact are right", () => {
  let [inexact, open] = [0, 0];
  for (const [what, constraints] of partOf(Object.entries(PRICED_RULES))) {
    const problem = problemWith(constraints), honest = reachableRanges(problem, kernels, { hasEstimates: true });
    assert.ok(honest.annualVolatility?.min.isExact, what);
    for (const all of [0, 1e6, 1e7, 1e8]) {
      const told = reachableRanges(problem, kernels, {
        hasEstimates: true,
        work: { all, thorough: all / 2, volatility: all / 4 },
      });
      assertWithin(honest, told, `${what}, ${all}`);
      assertLeast(honest, told, `${what}, ${all}`);
      inexact += told.assets.filter(({ min, max }) => !min.isExact || !max.isExact).length;
      if (told.annualVolatility?.min.isExact !== true) open++;
    }
  }
  if (IS_FULL_RUN) assert.ok(inexact > 100 && open > 10, `${inexact} ${open}`);
}));

Deno.test("ranges take the work that they are given and at most one program more, with the same result each time", () => {
  const wide = sampleMarketOf(40),
    constraints = { concentration: { min_effective_assets: 6 }, cardinality: { max: 9 } };
  const problem = problemOf(wide, { constraints });
  const work = { all: 2e8, thorough: 1e8, volatility: 5e7 };
  const taken = (): readonly [number, ReachableRanges] => {
    const shared = new SharedWork(work.all);
    const ranges = reachableRanges(problem, kernels, { hasEstimates: true, work, shared });
    return [shared.left, ranges];
  };
  const [left, ranges] = taken();
  assert.ok(left > -2e7 && left < work.all / 2, String(left));
  assert.deepEqual(taken(), [left, ranges]);
});

Deno.test("the least volatility of at most two assets is the least over all pairs", () => {
  const { assets, covariance, periodsPerYear } = problemWith({}), n = assets.length;
  let least = Infinity;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b, c] = [[i, i], [j, j], [i, j]].map(([k, l]) => covariance.data[k * n + l]);
      const w = Math.min(1, Math.max(0, (b - c) / (a + b - 2 * c)));
      least = Math.min(least, w * w * a + (1 - w) * (1 - w) * b + 2 * w * (1 - w) * c);
    }
  }
  const { annualVolatility } = reachableRanges(problemWith({ cardinality: { max: 2 } }), kernels, {
    hasEstimates: true,
  });
  assert.ok(annualVolatility?.min.isExact);
  assert.ok(Math.abs(annualVolatility.min.value / Math.sqrt(periodsPerYear * least) - 1) < 1e-7);
});

/** The least volatility told is no more than the honest one, and is it where it is exact. */
function assertLeast(honest: ReachableRanges, told: ReachableRanges, what: string): void {
  assert.ok(honest.annualVolatility !== null && told.annualVolatility !== null, what);
  const own = honest.annualVolatility.min, { value, isExact } = told.annualVolatility.min;
  assert.ok(value <= own.value * (1 + 1e-7) && (!isExact || value >= own.value * (1 - 1e-7)), `${what}: ${value}`);
}

/** Every range told holds the honest one, and is it where it is exact. */
function assertWithin(honest: ReachableRanges, told: ReachableRanges, what: string): void {
  const all = ({ assets, sums, annualReturn }: ReachableRanges): readonly Range[] => [
    ...assets,
    ...[...sums.groups, ...sums.linear, ...sums.factors].map(([, range]) => range),
    ...annualReturn === null ? [] : [annualReturn],
  ];
  const known = all(honest);
  all(told).forEach((range, k) => {
    const where = `${what} ${k}: ${JSON.stringify([range, known[k]])}`;
    assert.ok(range.min.value <= known[k].min.value + 1e-7 && range.max.value >= known[k].max.value - 1e-7, where);
    assert.ok(isEnd(range.min, known[k].min) && isEnd(range.max, known[k].max), where);
  });
  const [own, other] = [honest.annualVolatility, told.annualVolatility];
  assert.ok(
    own !== null && other !== null && other.max[0] <= own.max[1] + 1e-9 && own.max[0] <= other.max[1] + 1e-9,
    what,
  );
}

function isEnd(told: RangeEnd, honest: RangeEnd): boolean {
  return !told.isExact || Math.abs(told.value - honest.value) <= 2e-7;
}

function assertInside(value: number, { min, max }: Range, what: string): void {
  assert.ok(
    value >= min.value - 1e-7 && value <= max.value + 1e-7,
    `${what}: ${value} of ${min.value} to ${max.value}`,
  );
}

/** Weights near one another or few of them, that sum to 1. */
function randomWeights(random: () => number, ranges: readonly Range[]): Float64Array {
  const share = random() < 0.5 ? 0.5 : 1;
  const drawn = Float64Array.from(
    ranges,
    ({ min, max }) => random() > share ? 0 : min.value + (max.value - min.value) * random(),
  );
  const total = drawn.reduce((sum, one) => sum + one, 0);
  return drawn.map((one) => one / total);
}
