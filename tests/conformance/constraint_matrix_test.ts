import assert from "node:assert/strict";
import { dot } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { largestBreach, rulesInForce } from "../../src/optimization/program/constrain_by_rules.ts";
import { CONSTRAINT_FAMILIES, familiesOf } from "../../src/optimization/constraints/mod.ts";
import type { Method } from "../../src/optimization/methods/method.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Benchmark, Problem, RuleValue } from "../../src/optimization/problem.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";
import { ruleKey, type Solution } from "../../src/optimization/solution.ts";
import { assertStated } from "../support/assert_stated.ts";
import { familiesInTable } from "../support/capability_table.ts";
import { objectiveOf, SENSE, type Sense } from "../support/objectives.ts";
import { optimises, requiredBy } from "../support/sent_methods.ts";
import {
  problemOf,
  randomNumbers,
  type Rules,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../support/sample_problem.ts";
import { partOf, problemCount, testedCases } from "../support/tier.ts";

/**
 * Market of the tests: eight stocks with three years of weekly returns. Equal weights earn more than the least volatile
 * portfolio, so a target return can bind.
 */
const market = sampleMarketOf(8, { skip: 3 });
const n = market.assets.length;
const equal = new Float64Array(n).fill(1 / n);
/** Portfolio weights with everything in the asset of the highest expected return. */
const alone = equal.map((_, i) => market.expectedReturns[i] === Math.max(...market.expectedReturns) ? 1 : 0);
const equalReturn = annualReturn(equal);
const equalVolatility = Math.sqrt(52 * dot(equal, equal.map((_, i) => dot(row(i), equal))));
const RISK_FREE_RATE = 0.02;
const kernels = await loadKernels(null);

/**
 * Benchmark returns of nine stocks, one of them short and one outside the market, so that no portfolio of the eight
 * reproduces them.
 */
const SERIES: Benchmark = { kind: "series", returns: benchmarkReturns() };
/** Benchmark weights that differ from the solution of every method. */
const TILTED: Benchmark = { kind: "weights", weights: equal.map((weight, i) => weight * (1 + (i - (n - 1) / 2) / n)) };

/**
 * Parameters of method variants. Targets of return and volatility bind without any rule and still allow equal weights.
 */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  max_quadratic_utility: { risk_aversion: 6 },
  robust_mean_variance: { kappa: 0.5, risk_aversion: 4 },
  dr_cvar: { confidence: 0.9, risk_aversion: 0.05, radius: 1e-4 },
  efficient_risk: { target_volatility: 1.02 * equalVolatility },
  efficient_return: { target_return: 0.98 * equalReturn },
  min_cvar: { confidence: 0.9 },
  max_return_cvar: { confidence: 0.9 },
  mean_risk: { measure: "cvar", confidence: 0.9 },
  "mean_risk max_return": { objective: "max_return" },
  "mean_risk max_utility": { objective: "max_utility", measure: "semideviation", risk_aversion: 0.2 },
  "mean_risk max_ratio": { objective: "max_ratio", measure: "mad" },
};

/**
 * Variants of the methods under test: every method, and again with parameters on which its constraint families depend.
 * The parameters follow the method id in the name.
 */
const VARIANTS = [
  ...[...METHODS].map((registered) => ({ registered, name: registered.id })),
  ...Object.keys(PARAMETERS).filter((name) => name.includes(" ")).map((name) => {
    const registered = METHODS.get(name.split(" ")[0]);
    assert.ok(registered, name);
    return { registered, name };
  }),
];

/**
 * A rule that the solution without this rule breaks. Its limit is half-way between the value at that solution and the
 * value at an anchor, which keeps every other rule.
 */
interface Scenario {
  readonly family: string;
  readonly rule: string | null;
  /** Rules of the tested problem without the tested rule. */
  readonly without: Rules;
  /** Returns the value that the tested rule limits, at given weights. */
  readonly measure: (weights: Float64Array) => number;
  /** Weights that keep the tested rule with room to spare, or exactly if it is an equality. */
  readonly anchor: Float64Array;
  /** Returns the rules of the tested problem, with the tested rule at a given limit. */
  readonly withLimit: (limit: number) => Rules;
  /** Limit of the tested rule where it is an equality, which has no half-way limit. Absent for any other rule. */
  readonly exactly?: number;
}

/**
 * Type of a function that makes the tested scenarios of a constraint family from the weights of the solution without
 * any rule.
 */
type MakeScenarios = (free: Float64Array) => readonly Scenario[];

const rate = { riskFreeRate: RISK_FREE_RATE, benchmark: SERIES };
/** Costs of trades from equal weights, with a cheaper first asset, spread over four periods. */
const COSTS = { bps: 40, assets: { [market.assets[0]]: 10 }, amortization_periods: 4 };
const SHORT_BOUNDS = { min: -0.3, max: 0.6 };

/** Makers of the tested scenarios, by the id of the constraint family. A newly registered family needs one entry. */
const SCENARIOS: Readonly<Record<string, MakeScenarios>> = {
  weight_bounds: (free) => {
    const i = free.indexOf(Math.max(...free));
    const asset = market.assets[i];
    const withLimit = (max: number) => ({ ...rate, constraints: { weight_bounds: { assets: { [asset]: { max } } } } });
    return [{
      family: "weight_bounds",
      rule: asset,
      without: rate,
      measure: (weights) => weights[i],
      anchor: equal,
      withLimit,
    }];
  },
  groups: (free) => {
    const order = [...free.keys()].sort((a, b) => free[b] - free[a]);
    const large = new Set(order.slice(0, 3));
    const map = Object.fromEntries(market.assets.map((asset, i) => [asset, large.has(i) ? "large" : "small"]));
    const sumOf = (weights: Float64Array, isLarge: boolean) =>
      weights.reduce((sum, weight, i) => large.has(i) === isLarge ? sum + weight : sum, 0);
    const common = { family: "groups" as const, without: rate, anchor: equal };
    return [
      {
        ...common,
        rule: "large",
        measure: (weights) => sumOf(weights, true),
        withLimit: (max) => ({ ...rate, constraints: { groups: { map, rules: [{ group: "large", max }] } } }),
      },
      {
        ...common,
        rule: "sizes/small",
        measure: (weights) => sumOf(weights, false),
        withLimit: (min) => ({
          ...rate,
          constraints: { groups: [{ name: "sizes", map, rules: [{ group: "small", min }] }] },
        }),
      },
    ];
  },
  linear: (free) => {
    const shares = Float64Array.from(free, (weight, i) => weight - 1 / n + 0.01 * i);
    const coefficients = Object.fromEntries(market.assets.map((asset, i) => [asset, shares[i]]));
    return [{
      family: "linear",
      rule: "tilt",
      without: rate,
      measure: (weights) => dot(shares, weights),
      anchor: equal,
      withLimit: (max) => ({ ...rate, constraints: { linear: [{ name: "tilt", coefficients, max }] } }),
    }];
  },
  budget: () => [{
    family: "budget",
    rule: null,
    without: rate,
    measure: sum,
    anchor: equal.map((weight, i) => 0.9 * (0.8 * weight + 0.2 * alone[i])),
    withLimit: (limit) => ({ ...rate, constraints: { budget: { min: limit, max: limit } } }),
    exactly: 0.9,
  }],
  exposure: () => {
    const shorting = { weight_bounds: SHORT_BOUNDS, exposure: { short: true } };
    const scenario = (rule: string, part: (weight: number) => number): Scenario => ({
      family: "exposure",
      rule,
      without: { ...rate, constraints: shorting },
      measure: (weights) => weights.reduce((total, weight) => total + part(weight), 0),
      anchor: equal,
      withLimit: (max) => ({ ...rate, constraints: { ...shorting, exposure: { short: true, [rule]: max } } }),
    });
    return [
      scenario("gross_max", Math.abs),
      scenario("long_max", (weight) => Math.max(weight, 0)),
      scenario("short_max", (weight) => Math.max(-weight, 0)),
    ];
  },
  turnover: () => {
    const start = { ...rate, startingPortfolio: equal };
    return [{
      family: "turnover",
      rule: null,
      without: start,
      measure: (weights) => weights.reduce((total, weight, i) => total + Math.abs(weight - equal[i]), 0) / 2,
      anchor: equal,
      withLimit: (max) => ({ ...start, constraints: { turnover: { max } } }),
    }];
  },
  // A separate test below checks the effect of costs that have no limit.
  transaction_costs: () => {
    const start = { ...rate, startingPortfolio: equal };
    return [{
      family: "transaction_costs",
      rule: "max",
      without: { ...start, constraints: { transaction_costs: COSTS } },
      measure: (weights) => 4 * costsAt(weights),
      anchor: equal,
      withLimit: (max) => ({ ...start, constraints: { transaction_costs: { ...COSTS, max } } }),
    }];
  },
  min_return: () => [{
    family: "min_return",
    rule: null,
    without: rate,
    measure: annualReturn,
    anchor: alone,
    withLimit: (min) => ({ ...rate, constraints: { min_return: min } }),
  }],
  tracking_error: (free) =>
    [SERIES, TILTED].map((benchmark) => ({
      family: "tracking_error",
      rule: null,
      without: { ...rate, benchmark },
      measure: (weights) => annualTrackingError(weights, benchmark),
      anchor: weightsOfSolution(
        solveBy("min_tracking_error", problemOf(market, nearest(benchmark, free)), { kernels }),
      ),
      withLimit: (max) => ({ ...rate, benchmark, constraints: { tracking_error: { max } } }),
    })),
  risk_limits: (free) =>
    [
      { measure: "volatility", rule: "volatility", leastBy: "min_volatility", perYear: Math.sqrt(52) },
      { measure: "cvar", confidence: 0.8, rule: "cvar_0.8", leastBy: "min_cvar", perYear: 1 },
      { measure: "semideviation", rule: "semideviation", leastBy: "min_semideviation", perYear: 1 },
    ].map(({ rule, leastBy, perYear, ...limit }): Scenario => {
      const { measure: _, ...parameters } = limit;
      const wide = [{ measure: "cvar", confidence: 0.5, max: 1 }, { measure: "mad", max: 1 }];
      const least = problemOf(market, nearest(SERIES, free));
      return {
        family: "risk_limits",
        rule,
        without: rate,
        measure: (weights) => perYear * objectiveOf(leastBy, weights, least, parameters),
        anchor: weightsOfSolution(solveBy(leastBy, least, { kernels, parameters })),
        withLimit: (max) => ({ ...rate, constraints: { risk_limits: [{ ...limit, max }, ...wide] } }),
      };
    }),
  factor_exposure: (free) => {
    const loadings = free.map((weight, i) => 1 + weight - 1 / n + 0.01 * i);
    const sent = Object.fromEntries(market.assets.map((asset, i) => [asset, { size: loadings[i], other: i }]));
    return [{
      family: "factor_exposure",
      rule: "size",
      without: rate,
      measure: (weights) => dot(loadings, weights),
      anchor: equal,
      withLimit: (max) => ({
        ...rate,
        constraints: {
          factor_exposure: { loadings: sent, rules: [{ factor: "size", max }, { factor: "other", min: 0 }] },
        },
      }),
    }];
  },
  concentration: () => [{
    family: "concentration",
    rule: null,
    without: rate,
    measure: (weights) => sum(weights) ** 2 / dot(weights, weights),
    anchor: equal,
    withLimit: (least) => ({ ...rate, constraints: { concentration: { min_effective_assets: least } } }),
  }],
  locked: (free) => {
    const i = free.indexOf(Math.max(...free));
    const asset = market.assets[i];
    return [{
      family: "locked",
      rule: asset,
      without: rate,
      measure: (weights) => weights[i],
      anchor: equal,
      withLimit: (limit) => ({
        ...rate,
        startingPortfolio: equal.map((weight, j) => j === i ? limit : weight),
        constraints: { locked: [asset] },
      }),
      exactly: 1 / n,
    }];
  },
};

/**
 * Pairs of a method and a constraint family where the method minimises the quantity that the family limits. Such a
 * limit never changes the optimal weights: they keep it, or no weights do. Each pair is written with a space between.
 */
const OWN = new Set(["min_tracking_error tracking_error"]);

/** Constraint families with integer decisions. They have no shadow prices and `integer_rules_test.ts` tests them. */
const INTEGERS = familiesOf("integers");

/** Risk measures that each method minimises or limits itself, so that a risk limit on them cannot move its solution. */
const LEAST_RISK: Readonly<Record<string, readonly string[]>> = {
  min_volatility: ["volatility"],
  efficient_return: ["volatility"],
  efficient_risk: ["volatility"],
  min_semideviation: ["semideviation"],
  min_cvar: ["cvar_0.8"],
};

/**
 * Whether the rule of a scenario cannot move the solution of a method. An information ratio, for example, is the same
 * at any distance from a benchmark that is an allowed portfolio.
 */
function isIdle(method: string, { family, rule, without: { benchmark } }: Scenario): boolean {
  if (family === "tracking_error") return method === "max_information_ratio" && benchmark?.kind === "weights";
  return family === "risk_limits" && LEAST_RISK[method]?.includes(rule ?? "") === true;
}

/**
 * Methods that maximise the expected return. A minimum return never moves their solution; it only makes it infeasible.
 */
const EARN_MOST = new Set(["max_return", "efficient_risk", "mean_risk max_return"]);

/**
 * Methods whose objective does not change when all weights are scaled. A budget rule moves their weights at no cost.
 */
const WITHOUT_SIZE = new Set(["max_diversification", "risk_parity"]);

Deno.test("every registered method enforces exactly the constraint families that the capability table gives it", () => {
  for (const { registered, name } of VARIANTS) {
    assert.deepEqual([...enforcedBy(registered, name)].sort(), familiesInTable(name).toSorted(), name);
  }
});

/** The families that this file makes bind. */
const BINDING = CONSTRAINT_FAMILIES.ids.filter((id) => SCENARIOS[id] !== undefined);

Deno.test("every registered constraint family without integer decisions has a binding scenario in this file", () => {
  const without = CONSTRAINT_FAMILIES.ids.filter((id) => !INTEGERS.has(id) && !BINDING.includes(id));
  assertStated(without, "Add a rule that binds to SCENARIOS in tests/conformance/constraint_matrix_test.ts");
});

/** Names of the method variants and ids of the constraint families that this test run has tested. */
const met = new Set<string>();

for (const [row, { registered, name: method }] of VARIANTS.entries()) {
  const solved = (rules: Rules): { problem: Problem; solution: Solution } => {
    const problem = problemOf(market, rules);
    return { problem, solution: solveBy(registered.id, problem, { kernels, parameters: parametersOf(method) }) };
  };
  /** Optimal weights by the rules of their problem as JSON, so that each problem is solved once. */
  const known = new Map<string, Float64Array>();
  const weightsFor = (rules: Rules): Float64Array => {
    const key = JSON.stringify(rules);
    const weights = known.get(key) ?? weightsOfSolution(solved(rules).solution);
    known.set(key, weights);
    return weights;
  };
  const families = BINDING.filter((id) => isCell(registered, method, id));
  for (const family of testedCases(families, { shift: row, share: 8 })) {
    met.add(method).add(family);
    if (family === "min_return" && EARN_MOST.has(method)) {
      Deno.test(`${method} is infeasible under a min_return above the largest return and unchanged under one just below it`, () => {
        const most = annualReturn(weightsFor(rate));
        const above = solved({ ...rate, constraints: { min_return: most + 1e-4 } }).solution;
        assert.equal(above.status, "infeasible");
        const below = solved({ ...rate, constraints: { min_return: most - 1e-6 } }).solution;
        assertClose(annualReturn(weightsOfSolution(below)), most, 1e-8, "the return is unchanged");
      });
      continue;
    }
    if (family === "exposure" && requiresReturn(registered, method)) {
      Deno.test(`${method} under a borrow fee is proven, and no random allowed weights have a better objective`, () => {
        const shorting = { ...rate, constraints: { weight_bounds: SHORT_BOUNDS, exposure: { short: true } } };
        const exposure = { short: true, borrow_fee: 0.3 };
        const { problem, solution } = solved({ ...rate, constraints: { weight_bounds: SHORT_BOUNDS, exposure } });
        const weights = weightsOfSolution(solution), free = weightsFor(shorting);
        assert.equal(solution.status, "optimal");
        const borrowed = sum(weights.map((weight) => Math.max(-weight, 0)));
        assertClose(valueOf(problem, weights, family, "borrow_fee").value, 0.3 * borrowed, 1e-14, "what evaluate says");
        const moved = weights.reduce((most, weight, i) => Math.max(most, Math.abs(weight - free[i])), 0);
        assert.ok(moved > 1e-3 || free.every((weight) => weight > -1e-6), "the fee changes nothing");
        assertNoBetterWeights(method, { problem, weights, anchor: equal, name: `${method} borrow_fee` });
      });
    }
    if (family === "transaction_costs" && requiresReturn(registered, method)) {
      Deno.test(`${method} with transaction costs moves its weights, and no random allowed weights have a better objective`, () => {
        const start = { ...rate, startingPortfolio: equal };
        const free = weightsFor(start);
        const { problem, solution } = solved({ ...start, constraints: { transaction_costs: COSTS } });
        const weights = weightsOfSolution(solution);
        assert.equal(solution.status, "optimal");
        const taken = costsAt(weights);
        assertClose(valueOf(problem, weights, family, null).value, taken, 1e-15, "what evaluate says");
        const moved = weights.reduce((most, weight, i) => Math.max(most, Math.abs(weight - free[i])), 0);
        assert.ok(moved > 1e-3, "the costs change nothing");
        assertNoBetterWeights(method, { problem, weights, anchor: equal, name: `${method} ${family}` });
        assertNoBetterWeights(method, { problem, weights, anchor: free, name: `${method} ${family}` });
      });
    }
    if (!optimises(registered)) {
      Deno.test(`${method} holds a binding limit of ${family} exactly and keeps all other rules`, () => {
        for (const scenario of SCENARIOS[family](weightsFor(rate))) {
          const free = weightsFor(scenario.without);
          const limit = (scenario.measure(free) + scenario.measure(scenario.anchor)) / 2;
          const { problem, solution } = solved(scenario.withLimit(limit));
          const weights = weightsOfSolution(solution);
          assert.equal(solution.status, "computed");
          assert.ok(largestBreach(weights, problem) <= 1e-9 && Math.abs(sum(weights) - 1) <= 1e-12, `${weights}`);
          assertClose(scenario.measure(weights), limit, 1e-12, `${method} ${family}: at the limit`);
          assert.ok(Math.abs(scenario.measure(free) - limit) > 1e-3, `${method} ${family}: the rule does not bind`);
        }
      });
      continue;
    }
    Deno.test(`${method} at a binding limit of ${family} beats random allowed weights, and its shadow price is the slope of the objective`, () => {
      const binding = SCENARIOS[family](weightsFor(rate)).filter((scenario) => !isIdle(method, scenario));
      for (const scenario of partOf(binding, { shift: row, share: binding.length })) {
        const free = weightsFor(scenario.without);
        const limit = scenario.exactly ?? (scenario.measure(free) + scenario.measure(scenario.anchor)) / 2;
        const { problem, solution } = solved(scenario.withLimit(limit));
        const weights = weightsOfSolution(solution);
        const name = `${method} ${scenario.family} ${scenario.rule}`;
        assertBinding(scenario, { problem, solution, limit, free, name });
        assertNoBetterWeights(method, { problem, weights, anchor: withRoom(free, scenario), name });
        assertPriced(scenario, {
          solution,
          limit,
          name,
          isFree: family === "budget" && WITHOUT_SIZE.has(method),
          valueAt: (at) => value(solved(scenario.withLimit(at)).solution),
        });
      }
    });
  }
}

Deno.test("every method and every constraint family is tested, whichever part of the matrix runs", () => {
  const families = BINDING;
  const methods = VARIANTS.filter(({ registered, name }) => families.some((id) => isCell(registered, name, id)));
  assert.deepEqual([...methods.map(({ name }) => name), ...families].filter((name) => !met.has(name)), []);
});

/** Whether a method's objective has an expected return that costs are taken from. */
function requiresReturn({ needs, parameters }: Method, name: string): boolean {
  return name !== "efficient_return" && needs(parameters.parse(parametersOf(name))).expectedReturns;
}

/** What the trades from equal weights to others cost per period. */
function costsAt(weights: Float64Array): number {
  return weights.reduce((total, weight, i) => total + (i === 0 ? 10 : 40) / 4e4 * Math.abs(weight - equal[i]), 0);
}

/**
 * Whether a method enforces a constraint family that can move its solution, so that the test matrix has a cell for
 * both.
 */
function isCell(registered: Method, name: string, family: string): boolean {
  return enforcedBy(registered, name).has(family) && !INTEGERS.has(family) && !OWN.has(`${name} ${family}`);
}

/**
 * Asserts that a solution is proven optimal, keeps every rule to 1e-9, is at the limit of the tested rule, and differs
 * from the solution without that rule.
 */
function assertBinding(
  { family, rule, measure }: Scenario,
  { problem, solution, limit, free, name }: {
    problem: Problem;
    solution: Solution;
    limit: number;
    free: Float64Array;
    name: string;
  },
): void {
  const weights = weightsOfSolution(solution);
  assert.equal(solution.status, "optimal", name);
  assert.equal(solution.certificate?.provenOptimal, true, name);
  assert.ok(largestBreach(weights, problem) <= 1e-9, name);
  const reported = valueOf(problem, weights, family, rule);
  assertClose(reported.value, measure(weights), 1e-12, `${name}: what evaluate says`);
  assert.ok(reported.min === limit || reported.max === limit, `${name}: evaluate names the limit`);
  // Annual returns are 52 times the weekly figures, whose rules are proven to 1e-9.
  assertClose(measure(weights), limit, 1e-7, `${name}: at the limit`);
  const moved = weights.reduce((most, weight, i) => Math.max(most, Math.abs(weight - free[i])), 0);
  assert.ok(moved > 1e-3, `${name}: the rule does not bind`);
}

/** Number of random directions in which better weights are looked for. */
const DIRECTIONS = problemCount(60, 10);

/**
 * Asserts that no random weights that keep every rule have a better objective. They are found on the lines from the
 * anchor and from the solution to random weights.
 */
function assertNoBetterWeights(
  method: string,
  { problem, weights, anchor, name }: { problem: Problem; weights: Float64Array; anchor: Float64Array; name: string },
): void {
  const random = randomNumbers(7);
  const objective = (at: Float64Array) =>
    signed(senseOf(method), objectiveOf(method.split(" ")[0], at, problem, parametersOf(method)));
  const allowed = (at: Float64Array) => largestBreach(at, problem) <= 1e-10 && meetsOwnLimit(method, at);
  const best = objective(weights);
  assert.ok(allowed(anchor), `${name}: the anchor breaks a rule`);
  let tried = 0;
  for (let k = 0; k < DIRECTIONS; k++) {
    const towards = randomWeights(random, problem);
    for (const from of [anchor, weights]) {
      const reached = furthest(from, towards, allowed);
      if (reached === null) continue;
      tried++;
      assert.ok(objective(reached) >= best - 1e-8 * Math.abs(best), `${name}: ${reached} are better than ${weights}`);
    }
  }
  assert.ok(tried >= DIRECTIONS, `${name}: only ${tried} weights could be tried`);
}

/**
 * Asserts that the shadow price of a rule lies between the two one-sided differences of the objective when the limit
 * moves. At a kink the differences differ and every number between them is right. The tolerance allows for objectives
 * proven to 1e-10 relative, divided by the step.
 */
function assertPriced(
  { family, rule }: Pick<Scenario, "family" | "rule">,
  { solution, limit, name, isFree = false, valueAt }: {
    solution: Solution;
    limit: number;
    name: string;
    isFree?: boolean;
    valueAt: (limit: number) => number;
  },
): void {
  const price = solution.shadowPrices.get(ruleKey(family, rule));
  assert.ok(price !== undefined, `${name} has no price`);
  const step = 2e-4 * Math.max(Math.abs(limit), 0.1);
  const here = value(solution);
  const up = (valueAt(limit + step) - here) / step, down = (here - valueAt(limit - step)) / step;
  const allowance = 1e-10 * Math.abs(here) / step * 4 + 1e-5 * Math.abs(price);
  assert.ok(
    price >= Math.min(up, down) - allowance && price <= Math.max(up, down) + allowance,
    `${name}: price ${price}, differences ${down} and ${up}`,
  );
  assert.equal(Math.abs(price) > 1e-7, !isFree, `${name}: a binding rule costs nothing`);
}

for (const { id: measure } of testedCases(RISK_MEASURES, { share: 8 })) {
  Deno.test(`max_return under a binding limit on ${measure} is optimal at the limit, and its shadow price is the slope of the return`, () => {
    const solved = (max: number): Solution => {
      const problem = problemOf(market, { ...rate, constraints: { risk_limits: [{ measure, max }] } });
      return solveBy("max_return", problem, { kernels });
    };
    const problem = problemOf(market, { ...rate, constraints: { risk_limits: [{ measure, max: 1 }] } });
    const valueAt = (weights: Float64Array): number => valueOf(problem, weights, "risk_limits", measure).value;
    const limit = (valueAt(equal) + valueAt(alone)) / 2, solution = solved(limit);
    const weights = weightsOfSolution(solution);
    assert.equal(solution.status, "optimal", measure);
    assertClose(valueAt(weights), limit, 1e-7 * Math.max(limit, 1e-3), `${measure}: at the limit`);
    assertPriced({ family: "risk_limits", rule: measure }, {
      solution,
      limit,
      name: `max_return risk_limits ${measure}`,
      isFree: false,
      valueAt: (at) => value(solved(at)),
    });
  });
}

/** Returns the parameters of a method variant, such as `mean_risk max_ratio`: its own, or the required ones. */
function parametersOf(name: string): Readonly<Record<string, unknown>> {
  return PARAMETERS[name] ?? requiredBy(name);
}

function enforcedBy({ enforces, parameters }: Method, name: string): ReadonlySet<string> {
  return enforces(parameters.parse(parametersOf(name)));
}

/** Returns whether a method variant minimises or maximises; an objective in the variant's name decides. */
function senseOf(name: string): Sense {
  const [id, objective = null] = name.split(" ");
  return objective === null ? SENSE[id] : objective.startsWith("max_") ? "max" : "min";
}

/**
 * Returns weights three quarters of the way from the unrestricted solution to the anchor, so they keep a limit at
 * half-way. An equality needs the anchor itself.
 */
function withRoom(free: Float64Array, { anchor, exactly }: Scenario): Float64Array {
  return exactly === undefined ? free.map((weight, i) => (weight + 3 * anchor[i]) / 4) : anchor;
}

/**
 * Returns random weights that sum to the budget and keep locked weights. They are long only, or long and short where
 * short selling is allowed.
 */
function randomWeights(random: () => number, problem: Problem): Float64Array {
  const rules = rulesInForce(problem).flatMap((bound) => bound.evaluate(equal, problem));
  const budget = rules.find(({ family }) => family === "budget")?.max ?? 1;
  const locked = new Map(rules.filter(({ family }) => family === "locked").map(({ rule, max }) => [rule, max ?? 0]));
  const raw = Float64Array.from(market.assets, (asset) => {
    if (locked.has(asset)) return 0;
    return problem.short ? 2 * random() - 0.7 : Math.log(1 - random()) ** 2;
  });
  const rest = budget - [...locked.values()].reduce((total, weight) => total + weight, 0);
  const total = sum(raw);
  return raw.map((weight, i) => locked.get(market.assets[i]) ?? rest * weight / total);
}

/**
 * Returns the last allowed weights on a straight line, found by bisection; null if already the first step is not
 * allowed.
 */
function furthest(
  from: Float64Array,
  towards: Float64Array,
  allowed: (weights: Float64Array) => boolean,
): Float64Array | null {
  const at = (share: number) => from.map((weight, i) => weight + share * (towards[i] - weight));
  if (allowed(towards)) return towards;
  let low = 0, high = 1;
  for (let k = 0; k < 24; k++) {
    const middle = (low + high) / 2;
    if (allowed(at(middle))) low = middle;
    else high = middle;
  }
  return low > 1e-6 ? at(low) : null;
}

/**
 * Whether weights keep the target return or target volatility that efficient_return or efficient_risk has as a
 * parameter.
 */
function meetsOwnLimit(method: string, weights: Float64Array): boolean {
  const { target_return, target_volatility } = parametersOf(method);
  if (method === "efficient_return") return annualReturn(weights) >= Number(target_return) - 1e-9;
  if (method !== "efficient_risk") return true;
  const variance = dot(weights, weights.map((_, i) => dot(row(i), weights)));
  return Math.sqrt(52 * variance) <= Number(target_volatility) + 1e-9;
}

function valueOf(problem: Problem, weights: Float64Array, family: string, rule: string | null): RuleValue {
  const values = rulesInForce(problem).flatMap((bound) => bound.evaluate(weights, problem));
  const found = values.find((one) => one.family === family && one.rule === rule);
  assert.ok(found, `evaluate does not name ${family} ${rule}`);
  return found;
}

function value({ objective, status, detail }: Solution): number {
  if (objective === null) throw new Error(`No objective: ${status}, ${detail}`);
  return objective.value;
}

function signed(sense: Sense, objective: number): number {
  return sense === "min" ? objective : -objective;
}

function annualReturn(weights: Float64Array): number {
  return 52 * dot(market.expectedReturns, weights);
}

/**
 * Returns rules with a minimum return under which the portfolio nearest to the benchmark keeps the targets of the
 * methods and is little riskier than their solutions.
 */
function nearest(benchmark: Benchmark, free: Float64Array): Rules {
  return { benchmark, constraints: { min_return: Math.min(equalReturn, annualReturn(free) + 0.01 * equalReturn) } };
}

function annualTrackingError(weights: Float64Array, benchmark: Benchmark): number {
  return Math.sqrt(52) * objectiveOf("min_tracking_error", weights, problemOf(market, { benchmark }), {});
}

function benchmarkReturns(): Float64Array {
  const { returns } = sampleMarketOf(n + 1, { skip: 3 });
  assert.ok(returns);
  const { rows, columns, data } = returns;
  const of = (t: number, j: number): number => data[t * columns + j];
  return Float64Array.from({ length: rows }, (_, t) => {
    const others = equal.reduce((total, weight, j) => total + weight * of(t, j), 0);
    return 0.3 * of(t, n) + 0.7 * others + 0.4 * (of(t, 0) - of(t, 1));
  });
}

function row(i: number): Float64Array {
  return market.covariance.data.subarray(i * n, (i + 1) * n);
}

function sum(weights: Float64Array): number {
  return weights.reduce((total, weight) => total + weight, 0);
}

function assertClose(actual: number, expected: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} against ${expected}`);
}
