import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import { findConflict } from "../../src/optimization/conflict/find_conflict.ts";
import { largestBreach } from "../../src/optimization/program/constrain_by_rules.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { objectiveOf, SENSE } from "../support/objectives.ts";
import { marketOf, problemOf, randomNumbers, type Rules, solveBy } from "../support/sample_problem.ts";
import { problemSeeds } from "../support/tier.ts";
import { matrix, timesVector } from "../../src/domain/matrix.ts";

const kernels = await loadKernels(null);
const PROGRAMS = 12, POINTS = 200;
const TRIED = ["max_return", "max_quadratic_utility", "max_sharpe", "min_volatility", "min_tracking_error", "min_cvar"];

/**
 * Returns a random market and random rules that known weights keep, some of them exactly, so that the rules can be met.
 */
function ruled(seed: number) {
  const random = randomNumbers(seed);
  const count = 3 + Math.floor(6 * random()), rows = 20 + Math.floor(40 * random());
  const returns = matrix(rows, count);
  // Volatilities of the random market are up to a thousand times apart, and a few returns are large jumps.
  const sizes = Array.from({ length: count }, () => 10 ** (-3 * random()));
  for (let k = 0; k < returns.data.length; k++) {
    const jump = random() < 0.002 ? 20 : 1;
    returns.data[k] = jump * 0.05 * sizes[k % count] * (random() + random() - 0.9);
  }
  const market = marketOf(returns);
  const shares = Float64Array.from({ length: count }, () => random() ** 2), total = shares.reduce((a, b) => a + b, 0);
  const kept = shares.map((share) => share / total);
  const tilt = kept.map((weight) => 0.7 * weight + 0.3 / count);
  const benchmark = {
    kind: "series",
    returns: timesVector(returns, tilt).map((x) => x + 0.002 * (random() - 0.5)),
  } as const;
  const room = () => random() < 0.3 ? 1 : 1 + random();
  const wide = problemOf(market, {
    benchmark,
    startingPortfolio: tilt,
    constraints: {
      tracking_error: { max: 1 },
      concentration: { min_effective_assets: 1 },
      risk_limits: [{ measure: "volatility", max: 1 }, { measure: "cvar", confidence: 0.8, max: 1 }],
    },
  });
  const valueOf = new Map(
    wide.rules.flatMap((rules) => rules.evaluate(kept, wide)).map(({ rule, family, value }) => [rule ?? family, value]),
  );
  const of = (name: string): number => valueOf.get(name) ?? NaN;
  const all: Readonly<Record<string, unknown>> = {
    tracking_error: { max: of("tracking_error") * room() },
    concentration: { min_effective_assets: Math.max(1, of("concentration") / room()) },
    risk_limits: [
      { measure: "volatility", max: of("volatility") * room() },
      { measure: "cvar", confidence: 0.8, max: of("cvar") + 0.01 * (room() - 1) },
    ],
    factor_exposure: {
      loadings: Object.fromEntries(market.assets.map((asset, i) => [asset, { size: i - 1 }])),
      rules: [{ factor: "size", max: kept.reduce((sum, weight, i) => sum + (i - 1) * weight, 0) + 0.1 * (room() - 1) }],
    },
  };
  const constraints = Object.fromEntries(Object.entries(all).filter(() => random() < 0.6));
  const rules: Rules = { benchmark, startingPortfolio: tilt, constraints };
  return { market, kept, rules, random };
}

Deno.test("under rules that known weights keep, no method is infeasible and no tried weights beat an optimal solution", () => {
  let optimal = 0, tried = 0;
  for (const seed of problemSeeds(PROGRAMS)) {
    const { market, kept, rules, random } = ruled(seed);
    for (const method of TRIED) {
      const enforced = METHODS.get(method)?.enforces({}) ?? new Set<string>();
      const costs = enforced.has("transaction_costs") ? { transaction_costs: { bps: 2 } } : {};
      const problem = problemOf(market, { ...rules, constraints: { ...rules.constraints, ...costs } });
      if (largestBreach(kept, problem) > 1e-10) continue;
      tried++;
      const { status, weights, detail } = solveBy(method, problem, { kernels });
      const name = `${method} ${seed} ${JSON.stringify(rules.constraints)} ${detail}`;
      // A Sharpe ratio has no maximum if no asset earns more than the risk-free rate.
      if (method !== "max_sharpe") assert.notEqual(status, "infeasible", name);
      if (status !== "optimal" || weights === null) continue;
      optimal++;
      assert.ok(largestBreach(weights, problem) <= 1e-9, name);
      const sign = SENSE[method] === "max" ? -1 : 1, own = sign * objectiveOf(method, weights, problem, {});
      for (let k = 0; k < POINTS; k++) {
        const other = mixed(weights, kept, random);
        if (largestBreach(other, problem) > 0) continue;
        const value = sign * objectiveOf(method, other, problem, {});
        assert.ok(value >= own - 1e-7 * Math.abs(own) - 1e-12, `${name}: ${value} beside ${own}`);
      }
    }
    assert.equal(findConflict(problemOf(market, rules), kernels), null, `${seed}`);
  }
  assert.ok(optimal >= 0.9 * tried, `${optimal} of ${tried} are proven`);
});

/**
 * Returns a random mixture of the found weights, the weights known to keep the rules, and a little of random weights.
 */
function mixed(found: Float64Array, kept: Float64Array, random: () => number): Float64Array {
  const share = random() ** 3, stray = 0.1 * random() ** 4;
  const drawn = found.map(() => random()), total = drawn.reduce((a, b) => a + b, 0);
  return found.map((weight, i) => (1 - stray) * ((1 - share) * weight + share * kept[i]) + stray * drawn[i] / total);
}
