import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { largestBreach } from "../../src/optimization/program/constrain_by_rules.ts";
import type { Solution } from "../../src/optimization/solution.ts";
import { objectiveOf, SENSE } from "../support/objectives.ts";
import { problemOf, type Rules, sampleMarketOf, solveBy, weightsOfSolution } from "../support/sample_problem.ts";
import { problemCount, testedCases } from "../support/tier.ts";

const kernels = await loadKernels(null);
/** Number of assets: all choices of what is held are tried, and each asset doubles their number. */
const ASSETS = problemCount(6, 5);
const market = sampleMarketOf(ASSETS, { skip: 3 });
const { assets } = market;
const equalReturn = 52 * market.expectedReturns.reduce((sum, mean) => sum + mean, 0) / assets.length;

/** Parameters of methods with required parameters, chosen so that a solution exists. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  max_quadratic_utility: { risk_aversion: 6 },
  efficient_risk: { target_volatility: 0.3 },
  efficient_return: { target_return: equalReturn },
  min_cvar: { confidence: 0.9 },
};

/** Constraint that caps each weight, so that every solution holds several assets. */
const CAP = { weight_bounds: { max: 0.6 } };
const START = { [assets[0]]: 0.5, [assets[1]]: 0.5 };
const SECTORS = {
  map: Object.fromEntries(assets.map((asset, i) => [asset, i % 2 === 0 ? "even" : "odd"])),
  rules: [{ group: "even", min: 0.2 }],
};
const SHORT = { exposure: { short: true, gross_max: 1.4 }, weight_bounds: { min: -0.3, max: 0.6 } };

/** Constraints with integer rules, alone and beside other rules, that no solution keeps by chance. */
const RULES: Readonly<Record<string, Rules>> = {
  "a maximum number of assets": { constraints: { ...CAP, cardinality: { max: 2 } } },
  "a minimum number and size of positions": { constraints: { ...CAP, cardinality: { min: 5 }, min_position: 0.08 } },
  "a minimum position size": { constraints: { ...CAP, min_position: 0.21 } },
  "counts per group and group limits": {
    constraints: {
      ...CAP,
      groups: SECTORS,
      cardinality: { max: 4, groups: [{ group: "even", max: 1 }, { group: "odd", min: 2 }] },
      min_position: 0.05,
    },
  },
  "a maximum number of assets and a turnover limit": {
    constraints: { ...CAP, cardinality: { max: 3 }, turnover: { max: 0.4 } },
    startingPortfolio: START,
  },
  "a maximum number of assets with short selling": {
    constraints: { ...SHORT, cardinality: { max: 3 }, min_position: 0.1 },
  },
};

/**
 * Methods tested with all rule sets, one for each kind of program. The other methods use the same rules, so two rule
 * sets suffice for them.
 */
const THOROUGHLY = new Set([
  "min_volatility",
  "max_return",
  "max_quadratic_utility",
  "efficient_risk",
  "efficient_return",
  "min_cvar",
]);
const FEW = ["a minimum position size", "counts per group and group limits"];

for (const [row, { id: method, enforces, parameters }] of [...METHODS].entries()) {
  const given = parameters.parse(PARAMETERS[method] ?? {});
  if (!enforces(given).has("cardinality")) continue;
  const names = Object.keys(RULES).filter((name) => THOROUGHLY.has(method) || FEW.includes(name));
  for (const name of testedCases(names, { shift: row, share: 8 })) {
    const rules = RULES[name];
    Deno.test(`${method} under ${name} is proven optimal and matches an enumeration of all sets of held assets`, () => {
      const problem = problemOf(market, rules);
      const solution = solveBy(method, problem, { kernels, parameters: PARAMETERS[method] });
      const best = bestOfAllChoices(method, rules);
      if (best === null) {
        assert.equal(solution.status, "infeasible", solution.detail ?? "");
        return;
      }
      const weights = weightsOfSolution(solution);
      assert.equal(solution.status, "optimal", solution.detail ?? "");
      assert.ok(largestBreach(weights, problem) <= 1e-9);
      const own = objectiveOf(method, weights, problem, PARAMETERS[method] ?? {});
      assert.ok(Math.abs(own - best) <= 2e-7 * Math.abs(best), `${own} against ${best}`);
      assertSearched(method, solution);
    });
  }
}

Deno.test("min_mad with a count and a minimum size gives bit for bit the same solution twice", () => {
  const once = () => {
    const rules = { constraints: { ...CAP, cardinality: { max: 3 }, min_position: 0.05 } };
    return solveBy("min_mad", problemOf(market, rules), { kernels });
  };
  assert.deepEqual(once(), once());
});

/**
 * Asserts that the certificate of a search has a bound on the objective within 1e-6, that the solution is proven, and
 * that there are no shadow prices.
 */
function assertSearched(method: string, { certificate, objective, shadowPrices }: Solution): void {
  assert.ok(certificate?.search?.bound, "a bound");
  assert.ok(certificate.search.nodes > 0 && certificate.provenOptimal && certificate.dualityGap <= 1e-6);
  const value = objective?.value ?? NaN, room = value - certificate.search.bound;
  assert.ok((SENSE[method] === "min" ? room : -room) >= -1e-12 * Math.abs(value), `${value} beyond its bound`);
  assert.ok(Math.abs(room) <= 1e-6 * Math.abs(value), `${value} is far from its bound`);
  assert.equal(shadowPrices.size, 0);
}

/**
 * Returns the best objective by enumerating which assets are held. Held weights keep their bounds and all others are
 * zero. Null if no choice is feasible.
 */
function bestOfAllChoices(method: string, { constraints = {}, ...rest }: Rules): number | null {
  const { cardinality: _counts, min_position, weight_bounds, ...others } = constraints;
  const least = Number(min_position ?? 1e-4), { min = 0, max } = bounds(weight_bounds);
  const sides = min < 0 ? [0, 1, -1] : [0, 1];
  const judged = problemOf(market, { constraints, ...rest });
  let best: number | null = null;
  for (let choice = 0; choice < sides.length ** assets.length; choice++) {
    const side = assets.map((_, i) => sides[Math.floor(choice / sides.length ** i) % sides.length]);
    if (!countsAreKept(side, constraints)) continue;
    const own = Object.fromEntries(assets.map((asset, i) => [
      asset,
      side[i] === 0 ? { min: 0, max: 0 } : side[i] > 0 ? { min: least, max } : { min, max: -least },
    ]));
    const problem = problemOf(market, { constraints: { ...others, weight_bounds: { assets: own } }, ...rest });
    const { status, weights } = solveBy(method, problem, { kernels, parameters: PARAMETERS[method] });
    assert.ok(status === "optimal" || status === "infeasible", `${side}: ${status}`);
    if (weights === null || largestBreach(weights, judged) > 1e-9) continue;
    const value = objectiveOf(method, weights, problem, PARAMETERS[method] ?? {});
    if (best === null || (SENSE[method] === "min" ? value < best : value > best)) best = value;
  }
  return best;
}

function bounds(sent: unknown): { readonly min?: number; readonly max: number } {
  return sent === SHORT.weight_bounds ? SHORT.weight_bounds : CAP.weight_bounds;
}

function countsAreKept(side: readonly number[], constraints: NonNullable<Rules["constraints"]>): boolean {
  const held = side.filter((one) => one !== 0).length;
  const even = side.filter((one, i) => one !== 0 && i % 2 === 0).length;
  switch (constraints) {
    case RULES["a maximum number of assets"].constraints:
      return held <= 2;
    case RULES["a minimum number and size of positions"].constraints:
      return held >= 5;
    case RULES["counts per group and group limits"].constraints:
      return held <= 4 && even <= 1 && held - even >= 2;
    case RULES["a minimum position size"].constraints:
      return true;
    default:
      return held <= 3;
  }
}

Deno.test("rules that the best integer solution already keeps change neither the nodes nor the weights of the search", () => {
  const searched = { ...CAP, cardinality: { max: 3 }, min_position: 0.05 };
  const kept = {
    concentration: { min_effective_assets: 1.01 },
    risk_limits: [{ measure: "cvar", max: 1 }, { measure: "volatility", max: 10 }],
    tracking_error: { max: 10 },
    turnover: { max: 1 },
  };
  const startingPortfolio = market.assets.map(() => 1 / market.assets.length);
  const [alone, beside] = [searched, { ...searched, ...kept }].map((constraints) =>
    solveBy("min_tracking_error", problemOf(market, { constraints, startingPortfolio }), { kernels })
  );
  assert.equal(alone.status, "optimal");
  assert.equal(beside.status, "optimal");
  assert.deepEqual(beside.weights, alone.weights);
  assert.deepEqual(beside.certificate?.search, alone.certificate?.search);
});
