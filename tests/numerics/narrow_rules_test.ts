import assert from "node:assert/strict";
import { dot, matrix } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { findConflict } from "../../src/optimization/conflict/find_conflict.ts";
import { largestBreach } from "../../src/optimization/program/constrain_by_rules.ts";
import type { Solution } from "../../src/optimization/solution.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { OPTIMISERS } from "../support/objectives.ts";
import {
  type Market,
  marketOf,
  problemOf,
  randomNumbers,
  type Rules,
  solveBy,
  weightsOfSolution,
} from "../support/sample_problem.ts";
import { partOf, problemSeeds } from "../support/tier.ts";

const kernels = await loadKernels(null);

const PERIODS = 52;

/** Returns a random market of weekly returns of 3 to 17 assets with a common factor, and a budget of 0.3 to 1.3. */
function drawn(seed: number): { readonly market: Market; readonly budget: number } {
  const random = randomNumbers(seed);
  const n = 3 + Math.floor(15 * random()), T = 30 + Math.floor(120 * random());
  const own = Array.from({ length: n }, () => ({ mean: 0.004 * (random() - 0.2), size: 0.01 * (1 + 3 * random()) }));
  const noise = (): number => random() + random() + random() - 1.5;
  const rows = Array.from({ length: T }, () => {
    const factor = 0.6 * noise();
    return own.map(({ mean, size }) => mean + size * (factor + noise()));
  });
  return { market: marketOf(matrix(T, n, Float64Array.from(rows.flat()))), budget: 0.3 + random() };
}

function solve(method: string, market: Market, rules: Rules): Solution {
  const parameters = method === "efficient_return" || method === "efficient_risk"
    ? targetOf(method, market, rules)
    : {};
  return solveBy(method, problemOf(market, rules), { kernels, parameters });
}

/**
 * Returns a target return a little above that of the minimum-volatility weights, or a target volatility a little above
 * theirs.
 */
function targetOf(method: string, market: Market, rules: Rules): Record<string, number> {
  const least = weightsOfSolution(solveBy("min_volatility", problemOf(market, rules), { kernels }));
  if (method === "efficient_return") return { target_return: PERIODS * dot(market.expectedReturns, least) + 0.002 };
  return { target_volatility: 1.1 * Math.sqrt(PERIODS * varianceOf(least, market)) };
}

function varianceOf(weights: Float64Array, { covariance: { columns, data } }: Market): number {
  let variance = 0;
  weights.forEach((w, i) => weights.forEach((v, j) => variance += w * data[i * columns + j] * v));
  return variance;
}

/** Test helper. Returns rules with a fixed budget and a limit on the gross exposure. */
function withGross(budget: number, gross: number): Rules {
  return { constraints: { exposure: { short: true, gross_max: gross }, budget: { min: budget, max: budget } } };
}

Deno.test("every optimiser is proven with short selling and a gross limit equal to the budget", () => {
  for (const [k, seed] of problemSeeds(40).entries()) {
    const { market, budget } = drawn(seed);
    for (const method of partOf(OPTIMISERS, { shift: k, share: 8 })) {
      const { status, detail } = solve(method, market, withGross(budget, budget));
      assert.ok(
        status === "optimal" || isWithoutExcess(method, status, { market, budget }),
        `${seed} ${method}: ${detail}`,
      );
    }
  }
});

const RATIOS = new Set([
  ...[...METHODS].filter(({ group }) => group === "ratios").map(({ id }) => id),
  "max_sharpe",
  "critical_line",
  "max_information_ratio",
]);

/**
 * Whether a ratio method is rightly infeasible, because no asset has a mean return above the risk-free rate of 0 or the
 * benchmark's mean.
 */
function isWithoutExcess(
  method: string,
  status: string,
  { market, budget }: { readonly market: Market; readonly budget: number },
): boolean {
  const { benchmark } = problemOf(market, withGross(budget, budget));
  const mean = benchmark?.kind === "series"
    ? benchmark.returns.reduce((sum, x) => sum + x, 0) / benchmark.returns.length
    : dot(benchmark?.weights ?? [], market.expectedReturns);
  const most = budget * Math.max(...market.expectedReturns), rate = method === "max_information_ratio" ? mean : 0;
  return RATIOS.has(method) && status === "infeasible" && most <= rate + 1e-12 * Math.abs(rate);
}

Deno.test("a gross limit that leaves room only for tiny short positions gives weights that keep the rules, none below 1e-8", () => {
  for (const seed of problemSeeds(40)) {
    const { market, budget } = drawn(seed);
    const rules = withGross(budget, budget + (seed % 2 === 0 ? 1e-9 : 3e-9));
    for (const method of ["min_volatility", "max_return", "max_quadratic_utility", "min_semideviation", "min_cvar"]) {
      const { weights, detail } = solve(method, market, rules);
      assert.ok(weights !== null, `${seed} ${method}: ${detail}`);
      assert.ok(largestBreach(weights, problemOf(market, rules)) <= 1e-9, `${seed} ${method}`);
      assert.ok(weights.every((weight) => weight === 0 || Math.abs(weight) >= 1e-8), `${seed} ${method}`);
    }
  }
});

Deno.test("targets within 1e-9 to 1e-6 of the best that the rules allow are proven optimal", () => {
  for (const seed of problemSeeds(40)) {
    const { market } = drawn(seed);
    const distance = 10 ** (-9 + seed % 4);
    const constraints = { weight_bounds: { max: Math.max(0.3, 1.5 / market.assets.length) } };
    const most = PERIODS * dot(market.expectedReturns, weightsOfSolution(solve("max_return", market, { constraints })));
    const least = Math.sqrt(
      PERIODS * varianceOf(weightsOfSolution(solve("min_volatility", market, { constraints })), market),
    );
    const plain = problemOf(market, { constraints });
    const returning = problemOf(market, { constraints: { ...constraints, min_return: most - distance } });
    const ratio = most > 0 ? ["max_sharpe"] : [];
    for (
      const { status } of [
        solveBy("efficient_return", plain, { kernels, parameters: { target_return: most - distance } }),
        solveBy("efficient_risk", plain, { kernels, parameters: { target_volatility: least + distance } }),
        ...["min_volatility", "min_cvar", ...ratio].map((method) => solveBy(method, returning, { kernels })),
      ]
    ) assert.equal(status, "optimal", `${seed}`);
  }
});

Deno.test("ratios with tiny room for short selling are proven, or say that positions below 1e-8 count as 0", () => {
  for (const seed of problemSeeds(40)) {
    const { market } = drawn(seed);
    const room = 10 ** (-11 + seed % 5);
    for (const method of ["max_sharpe", "max_sortino"]) {
      const { status, detail } = solve(method, market, { constraints: { exposure: { short: true, short_max: room } } });
      const isKnown = status === "optimal" || (status === "infeasible" && Math.max(...market.expectedReturns) <= 0);
      assert.ok(
        isKnown || detail?.includes("of the minimised objective hold less than 1e-8 of"),
        `${seed} ${method}: ${detail}`,
      );
    }
  }
});

Deno.test("a rule with coefficients as small as 1e-300 acts like the same rule with coefficients of 1", () => {
  const { market } = drawn(1), [first] = market.assets;
  for (const unit of partOf([1e-3, 1e-6, 1e-9, 1e-15, 1e-300])) {
    const linear = [{ name: "half", coefficients: { [first]: unit }, min: 0.5 * unit }];
    const loadings = { loadings: { [first]: { f: unit } }, rules: [{ factor: "f", min: 0.5 * unit }] };
    for (const constraints of [{ linear }, { factor_exposure: loadings }]) {
      for (const method of ["min_volatility", "max_sharpe", "min_cvar", "max_return"]) {
        const { status, weights, detail } = solve(method, market, { constraints });
        assert.equal(status, "optimal", `${unit} ${method}: ${detail}`);
        assert.ok(weights !== null && weights[0] >= 0.5 - 1e-9, `${unit} ${method}: ${weights?.[0]}`);
        const capped = solve(method, market, { constraints: { ...constraints, weight_bounds: { max: 0.4 } } });
        assert.equal(capped.status, "infeasible", `${unit} ${method}`);
      }
      const conflict = findConflict(
        problemOf(market, { constraints: { ...constraints, weight_bounds: { max: 0.4 } } }),
        kernels,
      );
      assert.deepEqual(
        conflict?.relaxation?.map(({ family, to }) => [family, to]).toSorted(),
        [
          [Object.keys(constraints)[0], Number((0.4 * unit).toPrecision(12))],
          ["weight_bounds", 0.5],
        ].toSorted(),
      );
    }
  }
});
