import assert from "node:assert/strict";
import { dot, matrix, quadraticForm } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import fc from "../../../../tests/support/fast_check.ts";
import { randomProblem } from "../../../../tests/support/random_problem.ts";
import {
  type Market,
  marketOf,
  marketOfMoments,
  problemOf,
  randomNumbers,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../../../tests/support/sample_problem.ts";
import { problemCount, problemSeeds } from "../../../../tests/support/tier.ts";
import { volatilityOf } from "../../../measures/portfolio_volatility.ts";
import type { Problem } from "../../problem.ts";
import type { Solution } from "../../solution.ts";

const kernels = await loadKernels(null);

/** Of the variance, what may be missed of a target; that of a figure computed twice in another order. */
const VARIANCE_TOLERANCE = 1e-9, ROUNDING = 1e-13;

function efficientRisk(problem: Problem, volatility: number): Solution {
  const parameters = { target_volatility: volatility * Math.sqrt(problem.periodsPerYear) };
  return solveBy("efficient_risk", problem, { kernels, parameters });
}

/** Variance by plain arithmetic as a share of what a target allows. */
function used(solution: Solution, { covariance }: Problem, volatility: number): number {
  return quadraticForm(covariance, weightsOfSolution(solution)) / volatility ** 2;
}

Deno.test("a target at or just above the least volatility is optimal, and just below it infeasible, under random rules", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(0, 1e-9, 1e-8, 1e-7, 1e-6), (seed, distance) => {
      const { market, rules } = randomProblem(seed);
      const problem = problemOf(market, rules);
      const least = solveBy("min_volatility", problem, { kernels });
      fc.pre(least.status === "optimal");
      const volatility = volatilityOf(weightsOfSolution(least), problem.covariance);
      const above = efficientRisk(problem, volatility * (1 + distance));
      assert.equal(above.status, "optimal", `${seed}, ${distance} above: ${above.detail}`);
      assert.ok(used(above, problem, volatility * (1 + distance)) <= 1 + VARIANCE_TOLERANCE, `${seed}, ${distance}`);
      if (distance === 0) return;
      const below = efficientRisk(problem, volatility * (1 - distance));
      assert.equal(below.status, "infeasible", `${seed}, ${distance} below: ${below.detail}`);
    }),
    { numRuns: problemCount(60) },
  );
});

Deno.test("efficient_risk at the least volatility has the weights of min_volatility to 1e-4", () => {
  const problem = problemOf(sampleMarketOf(9), { constraints: { weight_bounds: { max: 0.3 } } });
  const least = weightsOfSolution(solveBy("min_volatility", problem, { kernels }));
  const { status, weights } = efficientRisk(problem, volatilityOf(least, problem.covariance));
  assert.equal(status, "optimal");
  least.forEach((weight, i) => assert.ok(Math.abs(weight - (weights?.[i] ?? NaN)) <= 1e-4, `${i}`));
});

Deno.test("among portfolios of the least volatility efficient_risk returns the one with the largest expected return", () => {
  const problem = problemOf(marketOfMoments([0.001, 0.003, 0.002], [
    [0.0004, 0.0004, 0.0004],
    [0.0004, 0.0004, 0.0004],
    [0.0004, 0.0004, 0.0009],
  ]));
  const solution = efficientRisk(problem, 0.02);
  assert.equal(solution.status, "optimal");
  assert.ok(Math.abs(dot(problem.expectedReturns, weightsOfSolution(solution)) - 0.003) <= 1e-7);
});

Deno.test("efficient_risk uses up its target where volatilities are a million times apart", () => {
  const problem = problemOf(unevenMarket(), { constraints: { weight_bounds: { max: 3 }, budget: { min: 2, max: 4 } } });
  const volatility = 1.2 * volatilityOf(
    weightsOfSolution(solveBy("min_volatility", problem, { kernels })),
    problem.covariance,
  );
  const solution = efficientRisk(problem, volatility);
  assert.equal(solution.status, "optimal");
  assert.ok(Math.abs(used(solution, problem, volatility) - 1) <= VARIANCE_TOLERANCE);
});

Deno.test("one return of 1e6 does not let efficient_risk exceed its target volatility", () => {
  for (const seed of problemSeeds(20)) {
    const random = randomNumbers(seed), returns = matrix(5, 3);
    returns.data.forEach((_, k) => returns.data[k] = 0.06 * (random() - 0.5));
    returns.data[6] = 1e6;
    const problem = problemOf({ ...marketOf(returns), expectedReturns: Float64Array.of(4e-5, 2e-5, 1e-3) }, {
      constraints: {
        exposure: { short: true, gross_max: 1.6, short_max: 0.4 },
        weight_bounds: { min: -0.2, max: 0.8 },
      },
    });
    for (const target of [0.006, 0.01, 0.02, 0.04]) {
      const solution = efficientRisk(problem, target);
      if (solution.weights === null) continue;
      const excess = used(solution, problem, target) - 1;
      assert.ok(excess <= VARIANCE_TOLERANCE, `${seed}, ${target}: ${excess} too much, ${solution.status}`);
    }
  }
});

Deno.test("efficient_risk with a target that does not bind earns the return of max_return", () => {
  const problem = problemOf(sampleMarketOf(6), { constraints: { weight_bounds: { max: 0.4 } } });
  const most = solveBy("max_return", problem, { kernels });
  const solution = efficientRisk(problem, 1);
  assert.equal(solution.status, "optimal");
  const [value, largest] = [solution, most].map(({ objective }) => objective?.value ?? NaN);
  assert.ok(Math.abs(value - largest) <= ROUNDING);
});

/** Eight assets whose volatilities go from 1e-5 to 10. */
function unevenMarket(): Market {
  const random = randomNumbers(7), returns = matrix(40, 8);
  for (let t = 0; t < 40; t++) {
    const common = random() - 0.5;
    for (let i = 0; i < 8; i++) {
      const own = 10 ** (-5 + 6 * i / 7);
      returns.data[t * 8 + i] = own * (0.3 * i / 7 + 0.5 * common + random() - 0.5);
    }
  }
  return marketOf(returns);
}

Deno.test("under random rules an unreachable target volatility names the least reachable one, which is then met", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(1e-6, 1e-2, 1), (seed, below) => {
      const { market, rules } = randomProblem(seed);
      const problem = problemOf(market, rules), year = Math.sqrt(problem.periodsPerYear);
      const calmest = solveBy("min_volatility", problem, { kernels });
      fc.pre(calmest.status === "optimal");
      const least = volatilityOf(weightsOfSolution(calmest), problem.covariance);
      const { status, detail } = efficientRisk(problem, least * (1 - below));
      assert.equal(status, "infeasible", `${seed}`);
      const told = Number(
        /: set target_volatility to at least (\S+), the least that they allow$/.exec(detail ?? "")?.[1],
      );
      // As many digits as a limit is shown by.
      assert.ok(Math.abs(told - least * year) <= 1e-10 + 1e-11 * least * year, `${seed}: ${detail}, ${least * year}`);
      assert.equal(efficientRisk(problem, told / year).status, "optimal", `${seed}: ${told}`);
    }),
    { numRuns: problemCount(60) },
  );
});
