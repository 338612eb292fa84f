import assert from "node:assert/strict";
import { dot } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import {
  problemOf,
  randomNumbers,
  type Rules,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../../tests/support/sample_problem.ts";
import { testedCases, testInTurn } from "../../../tests/support/tier.ts";
import { missedBy } from "../problem.ts";
import { RISK_MEASURES } from "../risk/mod.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(8, { skip: 3 });
const { assets } = market, n = assets.length;
const BENCHMARK = { kind: "weights", weights: new Float64Array(n).map((_, i) => (i + 1) / 36) } as const;

const COSTLY: Readonly<Record<string, Rules>> = {
  ...Object.fromEntries(
    [...RISK_MEASURES].map(({ id }) => [id, { constraints: { risk_limits: [{ measure: id, max: 0.01 }] } }]),
  ),
  "tracking error against weights": { constraints: { tracking_error: { max: 0.01 } }, benchmark: BENCHMARK },
  "tracking error against a series": { constraints: { tracking_error: { max: 0.01 } } },
  concentration: { constraints: { concentration: { min_effective_assets: 5 } } },
  turnover: {
    constraints: { turnover: { max: 0.1 } },
    startingPortfolio: Object.fromEntries(assets.slice(2, 5).map((asset) => [asset, 1 / 3])),
  },
};

for (const [name, rules] of testedCases(Object.entries(COSTLY))) {
  Deno.test(`the tangent of the breach of ${name} at any weights is nowhere above the breach`, () => {
    const problem = problemOf(market, rules), [family] = problem.rules, random = randomNumbers(5);
    assert.ok(family.isCostlyInSearch);
    const weights = Array.from({ length: 12 }, () => Float64Array.from({ length: n }, () => random() - 0.2));
    for (const at of weights) {
      const [value] = family.evaluate(at, problem), slopes = family.slopes(at, value.rule, problem);
      assert.ok(slopes !== null && slopes.length === n);
      for (const other of weights) {
        const own = missedBy(family.evaluate(other, problem)[0]);
        const least = missedBy(value) + dot(slopes, other) - dot(slopes, at);
        assert.ok(own >= least - 1e-9 * Math.max(1, Math.abs(own), Math.abs(least)), `${own} below ${least}`);
      }
    }
  });
}

/** Of all choices of so many assets the best, by a program without whole numbers. */
function bestOfAllChoices(method: string, rules: Rules, { held, sense }: { held: number; sense: 1 | -1 }): number {
  let best = Infinity;
  for (let choice = 0; choice < 2 ** n; choice++) {
    const isHeld = assets.map((_, i) => (choice >> i) % 2 === 1);
    if (isHeld.filter((one) => one).length !== held) continue;
    const own = Object.fromEntries(assets.filter((_, i) => !isHeld[i]).map((asset) => [asset, { min: 0, max: 0 }]));
    const bounds = rules.constraints?.weight_bounds ?? {};
    const constraints = { ...rules.constraints, weight_bounds: { ...bounds, assets: own } };
    const { status, objective } = solveBy(method, problemOf(market, { ...rules, constraints }), { kernels });
    assert.ok(status === "optimal" || status === "infeasible", `${isHeld}: ${status}`);
    if (objective !== null) best = Math.min(best, sense * objective.value);
  }
  return sense * best;
}

const BINDING: Readonly<Record<string, { readonly method: string; readonly rules: Rules; readonly sense: 1 | -1 }>> = {
  "a limit on cvar": {
    method: "min_tracking_error",
    sense: 1,
    rules: { constraints: { risk_limits: [{ measure: "cvar", max: 0.05 }] }, benchmark: BENCHMARK },
  },
  "a minimum effective number of assets": {
    method: "min_tracking_error",
    sense: 1,
    rules: { constraints: { concentration: { min_effective_assets: 2.9 } }, benchmark: BENCHMARK },
  },
  "a limit on max_drawdown": {
    method: "min_volatility",
    sense: 1,
    rules: { constraints: { weight_bounds: { max: 0.6 }, risk_limits: [{ measure: "max_drawdown", max: 0.286 }] } },
  },
  "a limit on cvar beside a minimised drawdown": {
    method: "min_max_drawdown",
    sense: 1,
    rules: { constraints: { risk_limits: [{ measure: "cvar", max: 0.045 }] } },
  },
  "a limit on volatility that alone bounds the return": {
    method: "max_return",
    sense: -1,
    rules: {
      constraints: {
        exposure: { short: true },
        weight_bounds: { min: -1000, max: 1000 },
        risk_limits: [{ measure: "volatility", max: 0.3 }],
      },
    },
  },
};

for (const [name, { method, rules, sense }] of testedCases(Object.entries(BINDING))) {
  Deno.test(
    testInTurn(`${method} with at most 3 assets matches an enumeration of all holdings where ${name} binds`, () => {
      const searched = { ...rules, constraints: { ...rules.constraints, cardinality: { max: 3 } } };
      const problem = problemOf(market, searched), solution = solveBy(method, problem, { kernels });
      assert.equal(solution.status, "optimal", solution.detail ?? "");
      const weights = weightsOfSolution(solution);
      assert.ok(largestBreach(weights, problem) <= 1e-9);
      const costly = problem.rules.filter(({ isCostlyInSearch }) => isCostlyInSearch);
      for (const one of costly) assert.ok(one.breach(weights, problem) >= -1e-6, `${one.id} does not bind`);
      const best = bestOfAllChoices(method, rules, { held: 3, sense }), own = solution.objective?.value ?? NaN;
      assert.ok(Math.abs(own - best) <= 2e-7 * Math.abs(best), `${own} against ${best}`);
    }),
  );
}
