import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import { judgeConflict } from "../../src/optimization/conflict/find_conflict.ts";
import { reachableRanges } from "../../src/optimization/ranges/reachable_ranges.ts";
import { problemOf, randomNumbers, sampleMarketOf, solveBy } from "../support/sample_problem.ts";
import { IS_FULL_RUN, problemCount } from "../support/tier.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(3);
const [a, b, c] = market.assets;
const SHORT = { exposure: { short: true } };

type Sides = { readonly min?: number; readonly max?: number };
type Bounds = Readonly<Record<string, Sides>>;

/** Sets of contradictory rules, which no weights keep although weights may grow without end in some directions. */
const CONTRADICTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "two rules on one weight": {
    ...SHORT,
    linear: [{ name: "least", coefficients: { [a]: 1 }, min: 0.5 }, {
      name: "most",
      coefficients: { [a]: 2 },
      max: 0.2,
    }],
  },
  "three sums": {
    ...SHORT,
    budget: { min: 0, max: 2 },
    linear: [
      { name: "first", coefficients: { [a]: 1, [b]: 1 }, min: 0.5, max: 0.5 },
      { name: "second", coefficients: { [b]: 1, [c]: 1 }, min: 0.5, max: 0.5 },
      { name: "third", coefficients: { [a]: 1, [c]: -1 }, min: 0.1, max: 0.1 },
    ],
  },
};

const EARNING: readonly (readonly [method: string, parameters: Readonly<Record<string, unknown>>])[] = [
  ["max_return", {}],
  ["mean_risk", { objective: "max_return" }],
  ["mean_risk", { measure: "mad", objective: "max_utility", risk_aversion: 1e-4 }],
  ["max_sharpe", {}],
  ["max_sortino", {}],
  ["max_return_cvar", {}],
  ["mean_risk", { measure: "mad", objective: "max_ratio" }],
];

for (const [what, constraints] of Object.entries(CONTRADICTIONS)) {
  Deno.test(`with short selling and contradictory rules (${what}), methods that seek return are infeasible, not unbounded`, () => {
    const problem = problemOf(market, { constraints });
    for (const [method, parameters] of EARNING) {
      const { status } = solveBy(method, problem, { kernels, parameters });
      assert.equal(status, "infeasible", `${method} ${JSON.stringify(parameters)}`);
    }
  });
}

Deno.test("for short selling with min_position, max_return, conflicts and ranges agree with an enumeration of weight signs", () => {
  const random = randomNumbers(5), counts = { infeasible: 0, unbounded: 0, optimal: 0 };
  for (let trial = 0; trial < problemCount(20); trial++) {
    const { rules, bounds, least } = drawn(random);
    const problem = problemOf(market, { constraints: { ...withBounds(rules, bounds), min_position: least } });
    const { status, objective } = solveBy("max_return", problem, { kernels });
    const truth = bestOfChoices(rules, bounds, least), what = `${trial}: ${status}, ${truth}`;
    counts[truth === null ? "infeasible" : truth === Infinity ? "unbounded" : "optimal"]++;
    const judged = judgeConflict(problem, kernels);
    assert.equal(judged === "met", truth !== null, what);
    assert.equal(typeof judged === "string", truth !== null, what);
    const { annualReturn, isReached } = reachableRanges(problem, kernels, { hasEstimates: true });
    assert.ok(truth !== null || !isReached, what);
    if (truth === null || truth === Infinity) {
      assert.equal(status, truth === null ? "infeasible" : "unbounded", what);
      if (truth !== null) assert.equal(annualReturn?.max.value, Infinity, what);
      continue;
    }
    assert.ok(Math.abs((objective?.value ?? NaN) - truth) <= 1e-8, what);
    const largest = (annualReturn?.max.value ?? NaN) / problem.periodsPerYear;
    assert.ok(largest >= truth - 1e-8 && (!annualReturn?.max.isExact || largest <= truth + 1e-7), what);
  }
  if (IS_FULL_RUN) assert.ok(Object.values(counts).every((count) => count >= 2), JSON.stringify(counts));
});

interface DrawnRules {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly bounds: Bounds;
  readonly least: number;
}

function drawn(random: () => number): DrawnRules {
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)];
  const linear = Array.from({ length: Math.floor(random() * 3) }, (_, k) => {
    const min = Math.round(20 * (random() - 0.5)) / 10;
    const shares = market.assets.map((asset) => [asset, one([0, 0, 1, 1, -1])] as const).filter(([, by]) => by !== 0);
    const coefficients = Object.fromEntries(shares.length === 0 ? [[a, 1]] : shares);
    return { name: `rule ${k}`, coefficients, min, max: min + one([0, 0.1, 0.3, 1]) };
  });
  const bounds = Object.fromEntries(
    market.assets.filter(() => random() < 0.3).map((asset) =>
      [asset, one<Sides>([{ max: 1 }, { min: -1 }, { min: -1, max: 1 }, { min: 0 }])] as const
    ),
  );
  const budget = random() < 0.3 ? { budget: { min: 0, max: 1 } } : {};
  return {
    rules: { ...SHORT, ...budget, ...linear.length > 0 && { linear } },
    bounds,
    least: one([0.1, 0.3, 0.5, 0.8]),
  };
}

function withBounds(rules: DrawnRules["rules"], bounds: Bounds): DrawnRules["rules"] {
  return Object.keys(bounds).length === 0 ? rules : { ...rules, weight_bounds: { assets: bounds } };
}

/**
 * Returns the largest expected return by enumerating which weights are long, short or zero; null if no choice can keep
 * the rules.
 */
function bestOfChoices(rules: DrawnRules["rules"], bounds: Bounds, least: number): number | null {
  let best: number | null = null;
  for (let choice = 0; choice < 3 ** market.assets.length; choice++) {
    const chosen = market.assets.map((asset, i) =>
      [asset, sidesOf(Math.floor(choice / 3 ** i) % 3, bounds[asset], least)] as const
    );
    if (chosen.some(([, { min, max }]) => min > max)) continue;
    const own = withBounds(rules, Object.fromEntries(chosen.map(([asset, sides]) => [asset, finite(sides)])));
    const problem = problemOf(market, { constraints: own });
    const calmest = solveBy("min_volatility", problem, { kernels });
    assert.notEqual(calmest.status, "not_proven");
    if (calmest.status === "infeasible") continue;
    const { status, objective } = solveBy("max_return", problem, { kernels });
    assert.ok(status === "optimal" || status === "unbounded", status);
    best = Math.max(best ?? -Infinity, status === "unbounded" ? Infinity : objective?.value ?? NaN);
  }
  return best;
}

function sidesOf(choice: number, { min = -Infinity, max = Infinity }: Sides = {}, least: number): Required<Sides> {
  if (choice === 0) return { min: Math.max(min, 0), max: Math.min(max, 0) };
  return choice === 1 ? { min: Math.max(min, least), max } : { min, max: Math.min(max, -least) };
}

function finite({ min, max }: Required<Sides>): Sides {
  return { ...Number.isFinite(min) && { min }, ...Number.isFinite(max) && { max } };
}
