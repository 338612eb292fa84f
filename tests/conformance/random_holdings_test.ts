import assert from "node:assert/strict";
import { matrix } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { largestBreach } from "../../src/optimization/program/constrain_by_rules.ts";
import { objectiveOf, SENSE } from "../support/objectives.ts";
import { type Market, marketOf, problemOf, randomNumbers, solveBy } from "../support/sample_problem.ts";
import { IS_FULL_RUN, problemSeeds, testInTurn } from "../support/tier.ts";

const kernels = await loadKernels(null);
const ROWS = 60;
const PROBLEMS = 16;

/** A small random problem with rules on the number and size of held assets, and other rules beside them. */
interface Drawn {
  readonly market: Market;
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly least: number;
  readonly counts: { readonly min: number; readonly max: number };
  readonly bounds: { readonly min: number; readonly max: number };
  readonly others: Readonly<Record<string, unknown>>;
  readonly startingPortfolio: Readonly<Record<string, number>>;
}

const METHODS = [
  "min_volatility",
  "max_return",
  "max_quadratic_utility",
  "efficient_return",
  "min_cvar",
  "min_mad",
  "min_tracking_error",
  "mean_risk",
];

function drawn(seed: number): Drawn {
  const random = randomNumbers(seed), n = 4 + Math.floor(3 * random());
  const scale = Array.from({ length: n }, () => 0.005 + 0.03 * random());
  const returns = matrix(ROWS, n);
  for (let t = 0; t < ROWS; t++) {
    const common = random() - 0.5;
    for (let i = 0; i < n; i++) returns.data[t * n + i] = scale[i] * (common + 2 * (random() - 0.5) + 0.1 * random());
  }
  const market = marketOf(returns), { assets, expectedReturns } = market;
  const isShort = random() < 0.35, max = 0.35 + 0.4 * random();
  const mean = expectedReturns.reduce((sum, one) => sum + one, 0) / n;
  const most = 1 + Math.floor(n * random());
  return {
    market,
    method: METHODS[seed % METHODS.length],
    parameters: seed % METHODS.length === 3 ? { target_return: 52 * mean } : {},
    least: random() < 0.6 ? 0.02 + 0.2 * random() : 1e-4,
    counts: { min: Math.min(most, Math.floor(3 * random())), max: most },
    bounds: { min: isShort ? -0.3 : 0, max },
    others: {
      ...isShort ? { exposure: { short: true, gross_max: 1.5 } } : {},
      ...random() < 0.3 ? { turnover: { max: 0.3 + 0.4 * random() } } : {},
      ...random() < 0.3
        ? { linear: [{ name: "pair", coefficients: { [assets[0]]: 1, [assets[1]]: -1 }, min: -0.1, max: 0.2 }] }
        : {},
      ...random() < 0.3 ? { concentration: { min_effective_assets: 1.5 + random() } } : {},
      ...random() < 0.3 ? { risk_limits: [{ measure: "cvar", max: 0.02 + 0.03 * random() }] } : {},
      ...random() < 0.3 ? { tracking_error: { max: 0.05 + 0.1 * random() } } : {},
    },
    startingPortfolio: { [assets[0]]: 0.6, [assets[n - 1]]: 0.4 },
  };
}

/** Returns the best objective by enumerating which assets are held long or short; null if no choice is feasible. */
function bestOfAllChoices(of: Drawn): number | null {
  const { market, method, parameters, least, counts, bounds, others, startingPortfolio } = of;
  const { assets } = market, sides = bounds.min < 0 ? [0, 1, -1] : [0, 1];
  let best: number | null = null;
  for (let choice = 0; choice < sides.length ** assets.length; choice++) {
    const side = assets.map((_, i) => sides[Math.floor(choice / sides.length ** i) % sides.length]);
    const held = side.filter((one) => one !== 0).length;
    if (held < counts.min || held > counts.max) continue;
    const own = Object.fromEntries(assets.map((asset, i) => [
      asset,
      side[i] === 0
        ? { min: 0, max: 0 }
        : side[i] > 0
        ? { min: least, max: bounds.max }
        : { min: bounds.min, max: -least },
    ]));
    if (Object.values(own).some(({ min, max }) => min > max)) continue;
    const problem = problemOf(market, {
      constraints: { ...others, weight_bounds: { assets: own } },
      startingPortfolio,
    });
    const { status, weights } = solveBy(method, problem, { kernels, parameters });
    assert.ok(status === "optimal" || status === "infeasible", `${side}: ${status}`);
    if (weights === null) continue;
    const value = objectiveOf(method, weights, problem, parameters);
    if (best === null || (SENSE[method] === "min" ? value < best : value > best)) best = value;
  }
  return best;
}

Deno.test(
  testInTurn(
    "random problems with limits on number and size of positions match an enumeration of all sets of held assets",
    () => {
      let infeasible = 0;
      for (const seed of problemSeeds(PROBLEMS)) {
        const of = drawn(seed), { market, method, parameters, least, counts, bounds, others, startingPortfolio } = of;
        const constraints = {
          ...others,
          weight_bounds: bounds,
          cardinality: counts,
          ...least > 1e-4 ? { min_position: least } : {},
        };
        const problem = problemOf(market, { constraints, startingPortfolio });
        const { status, weights, detail } = solveBy(method, problem, { kernels, parameters });
        const best = bestOfAllChoices(of), name = `seed ${seed}, ${method}, ${JSON.stringify(constraints)}`;
        if (best === null) {
          infeasible++;
          assert.equal(status, "infeasible", name);
          continue;
        }
        assert.equal(status, "optimal", `${name}: ${detail}`);
        assert.ok(weights !== null && largestBreach(weights, problem) <= 1e-9, name);
        const own = objectiveOf(method, weights, problem, parameters);
        assert.ok(Math.abs(own - best) <= 2e-7 * Math.abs(best) + 1e-12, `${name}: ${own} against ${best}`);
      }
      if (IS_FULL_RUN) assert.ok(infeasible >= 1 && infeasible <= 10, `${infeasible} infeasible`);
    },
  ),
);
