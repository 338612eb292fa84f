import assert from "node:assert/strict";
import { matrix, timesVector } from "../../src/domain/matrix.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Benchmark, Problem } from "../../src/optimization/problem.ts";
import { largestBreach } from "../../src/optimization/program/constrain_by_rules.ts";
import type { Solution } from "../../src/optimization/solution.ts";
import { netReturn, objectiveOf, SENSE } from "./objectives.ts";
import { requiredBy } from "./sent_methods.ts";
import { type Market, marketOf, problemOf, randomNumbers, type Rules, solveBy } from "./sample_problem.ts";

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Number of points that keep the rules with which each tested optimum is compared. They lie between equal weights or
 * the optimum and a last allowed point towards random weights.
 */
const POINTS = 1_000;
/**
 * Number of lines, from equal weights or the tested optimum towards random weights, whose last allowed point is among
 * the points of the comparison.
 */
const REACHED = 40;
/**
 * Tolerances of the tested objective values: relative to the value, and absolute. The absolute one is needed because a
 * certificate bounds the gap relative to the terms of the objective, and these are larger than an objective close to 0.
 */
const OPTIMALITY = 1e-7, ROUNDING = 1e-10;
/**
 * Size of a random change of the returns, relative to the largest absolute return; and largest allowed ratio of the
 * relative change of the objective to this size, far above the ratio of any tested market.
 */
const CHANGE = 1e-7, LARGEST_SLOPE = 1e3;

/** A random problem whose rules equal weights keep with room to spare, and parameters of the method under test. */
interface Drawn {
  readonly market: Market;
  readonly rules: Rules;
  readonly parameters: Parameters;
}

/**
 * Asserts that a method's solution of a random problem is proven optimal, keeps every rule to 1e-9, and is at least as
 * good as a thousand other points that keep the rules, up to rounding.
 */
export function assertOptimum(method: string, seed: number, kernels: Kernels): void {
  const drawn = drawnFor(method, seed), problem = problemOf(drawn.market, drawn.rules);
  const { weights, value, name } = solved(method, drawn, kernels);
  assert.ok(largestBreach(weights, problem) <= 1e-9, name);
  assert.ok(Math.abs(valueAt(method, weights, problem, drawn) - value) <= 1e-9 * Math.abs(value) + ROUNDING, name);
  const sign = SENSE[method] === "min" ? 1 : -1;
  const random = randomNumbers(7 * seed), isAllowed = allowedBy(method, problem, drawn);
  const equal = equalWeights(weights.length);
  assert.ok(isAllowed(equal), `${name}: equal weights break a rule`);
  // Convex rules allow every point between two allowed points, so these points are allowed too.
  const reached = Array.from(
    { length: REACHED },
    (_, k) => furthest(k % 2 === 0 ? equal : weights, randomWeights(weights.length, random), isAllowed),
  );
  for (let k = 0; k < POINTS; k++) {
    const share = k < REACHED ? 1 : random() ** 2, towards = reached[k % REACHED], from = k % 3 === 0 ? equal : weights;
    const other = from.map((weight, i) => weight + share * (towards[i] - weight));
    const worse = sign * (valueAt(method, other, problem, drawn) - value);
    assert.ok(worse >= -OPTIMALITY * Math.abs(value) - ROUNDING, `${name}: ${other} are better by ${-worse}`);
  }
}

/**
 * Asserts that multiplying returns, rates and targets by a factor multiplies the objective by the factor to the power
 * of its degree, and that the weights of the multiplied problem are optimal in the original one. Asserts nothing for
 * `kelly`, whose logarithm has no degree.
 */
export function assertScaled(method: string, seed: number, kernels: Kernels): void {
  if (method === "kelly") return;
  const factor = [0.01, 0.3, 4][seed % 3], drawn = drawnFor(method, seed, ["weight_bounds", "groups", "linear"]);
  const scaled = scaledBy(factor, method, drawn);
  const { value, weights, name } = solved(method, drawn, kernels), other = solved(method, scaled, kernels);
  const degree = DEGREES[method] ?? 1;
  const expected = method === "risk_parity" ? value + Math.log(factor) : value * factor ** degree;
  const allowed = OPTIMALITY * Math.abs(expected) + ROUNDING * factor ** degree;
  assert.ok(Math.abs(other.value - expected) <= allowed, `${name}: ${other.value}, not ${expected}`);
  // With ties, either problem may return any of the equally good weights, so the returned weights must be optimal for
  // both problems.
  const here = valueAt(method, other.weights, problemOf(drawn.market, drawn.rules), drawn);
  assert.ok(Math.abs(here - value) <= 10 * OPTIMALITY * Math.abs(value) + ROUNDING, `${name}: ${weights}`);
}

/**
 * Asserts that a tiny random change of all returns changes the optimal value by at most a constant (`LARGEST_SLOPE`)
 * times the size of the change, relative to the size of the value or of the returns.
 */
export function assertContinuous(method: string, seed: number, kernels: Kernels): void {
  const drawn = drawnFor(method, seed, ["weight_bounds", "groups", "linear"]), random = randomNumbers(11 * seed);
  const { returns } = drawn.market;
  assert.ok(returns);
  const size = returns.data.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
  const moved = marketOf(matrix(
    returns.rows,
    returns.columns,
    returns.data.map((entry) => entry + CHANGE * size * (2 * random() - 1)),
  ));
  const here = solved(method, drawn, kernels), there = solved(method, { ...drawn, market: moved }, kernels);
  const most = LARGEST_SLOPE * CHANGE * Math.max(Math.abs(here.value), size ** (DEGREES[method] ?? 1));
  assert.ok(Math.abs(there.value - here.value) <= most, `${here.name}: ${there.value} beside ${here.value}`);
}

/**
 * Degree of the objective of each method in the unit of returns, where the degree is not 1: the objective is multiplied
 * by c to this power when all returns are multiplied by c. A ratio has degree 0.
 */
const DEGREES: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...METHODS].filter(({ group }) => group === "ratios").map(({ id }) => [id, 0])),
  max_sharpe: 0,
  critical_line: 0,
  max_diversification: 0,
  max_decorrelation: 0,
  max_information_ratio: 0,
  mean_risk: 2,
};

interface Solved {
  readonly weights: Float64Array;
  readonly value: number;
  readonly name: string;
}

function solved(method: string, { market, rules, parameters }: Drawn, kernels: Kernels): Solved {
  const solution: Solution = solveBy(method, problemOf(market, rules), { kernels, parameters });
  const { status, weights, objective, certificate, detail } = solution;
  const name = `${method} ${JSON.stringify(rules.constraints)}: ${status}, ${detail}`;
  assert.equal(status, "optimal", name);
  assert.ok(weights !== null && objective !== null && certificate?.provenOptimal === true, name);
  return { weights, value: objective.value, name };
}

function valueAt(method: string, weights: Float64Array, problem: Problem, { parameters }: Drawn): number {
  return objectiveOf(method, weights, problem, parameters);
}

/**
 * Returns a random market, rules of one or two random constraint families that the method enforces, and parameters of
 * the method that equal weights can attain.
 */
function drawnFor(method: string, seed: number, among: readonly string[] = Object.keys(RULES)): Drawn {
  const random = randomNumbers(1_000 * seed + 1), count = 3 + Math.floor(3 * random());
  const market = randomMarket(count, 20 + Math.floor(12 * random()), random);
  const parameters = parametersFor(method, market);
  const registered = METHODS.get(method);
  assert.ok(registered, method);
  const enforced = registered.enforces(registered.parameters.parse(parameters));
  const families = among.filter((family) => enforced.has(family));
  const chosen = [0, 1].map(() => families[Math.floor(random() * families.length)]);
  const constraints = Object.fromEntries(
    [...CONSTRAINT_FAMILIES].filter(({ id }) => chosen.includes(id)).map(({ id }) => [id, RULES[id](market, random)]),
  );
  const tilted = equalWeights(count).map((share, i) => share * (1 + 0.5 * ((i % 2) - 0.5) * (count % 2 === 0 ? 1 : 0)));
  return {
    market,
    parameters,
    rules: { constraints, startingPortfolio: tilted, riskFreeRate: 0.01, benchmark: benchmarkOf(market, random) },
  };
}

/** Functions that return random rules of a constraint family which equal weights keep with room to spare. */
const RULES: Readonly<Record<string, (market: Market, random: () => number) => unknown>> = {
  weight_bounds: ({ assets }, random) => ({
    min: 0.3 * random() / assets.length,
    max: (1.2 + random()) / assets.length,
  }),
  groups: ({ assets }, random) => ({
    map: Object.fromEntries(assets.map((asset, i) => [asset, i < assets.length / 2 ? "early" : "late"])),
    rules: [{ group: "early", max: Math.ceil(assets.length / 2) / assets.length + 0.2 * random() }],
  }),
  linear: ({ assets }, random) => {
    const sizes = assets.map(() => 2 * random() - 1), mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    const coefficients = Object.fromEntries(assets.map((asset, i) => [asset, sizes[i]]));
    return [{ name: "tilt", coefficients, max: mean + 0.2 * random() }];
  },
  turnover: (_, random) => ({ max: 0.25 + 0.3 * random() }),
  transaction_costs: (_, random) => ({ bps: 10 * random(), amortization_periods: 4 }),
  risk_limits: ({ covariance, assets }, random) => {
    const equal = equalWeights(assets.length),
      own = Math.sqrt(
        52 * equal.reduce((sum, weight, i) => {
          return sum + weight * timesVector(covariance, equal)[i];
        }, 0),
      );
    return [{ measure: "volatility", max: own * (1.01 + 0.3 * random()) }];
  },
  min_return: ({ expectedReturns }, random) => {
    const mean = expectedReturns.reduce((sum, entry) => sum + entry, 0) / expectedReturns.length;
    return 52 * mean - 0.02 - 0.05 * random();
  },
  factor_exposure: ({ assets }, random) => {
    const loadings = Object.fromEntries(assets.map((asset, i) => [asset, { size: i }]));
    return { loadings, rules: [{ factor: "size", max: (assets.length - 1) / 2 + random() }] };
  },
  concentration: ({ assets }, random) => ({ min_effective_assets: assets.length * (0.4 + 0.5 * random()) }),
};

/**
 * Returns a random market of weekly returns with one common factor. Every asset has a mean return above the risk-free
 * rate.
 */
function randomMarket(count: number, weeks: number, random: () => number): Market {
  const normal = () => random() + random() + random() + random() - 2;
  const drifts = Array.from({ length: count }, () => 0.002 + 0.004 * random());
  const loadings = Array.from({ length: count }, () => 0.5 + random());
  const returns = matrix(weeks, count);
  for (let t = 0; t < weeks; t++) {
    const common = 0.02 * normal();
    for (let i = 0; i < count; i++) returns.data[t * count + i] = drifts[i] + loadings[i] * common + 0.02 * normal();
  }
  // Chance in a short history could leave no asset with a positive excess return, so each mean is set to the asset's
  // drift.
  const { expectedReturns } = marketOf(returns);
  return marketOf(
    matrix(weeks, count, returns.data.map((entry, k) => entry - expectedReturns[k % count] + drifts[k % count])),
  );
}

/**
 * Returns a random series of benchmark returns. It contains noise, so that no weights reproduce it, and its mean is
 * below the mean return of every asset.
 */
function benchmarkOf({ returns, expectedReturns }: Market, random: () => number): Benchmark {
  assert.ok(returns);
  const behind = Math.min(...expectedReturns) - 0.001,
    drawn = timesVector(returns, equalWeights(returns.columns)).map((x) => x + 0.01 * (random() - 0.5));
  const mean = drawn.reduce((sum, x) => sum + x, 0) / drawn.length;
  return { kind: "series", returns: drawn.map((x) => x - mean + behind) };
}

/** Returns parameters of a method for a market. Equal weights meet every target among them. */
function parametersFor(method: string, { expectedReturns, covariance }: Market): Parameters {
  const equal = equalWeights(expectedReturns.length);
  const mean = expectedReturns.reduce((sum, entry) => sum + entry, 0) / expectedReturns.length;
  const variance = timesVector(covariance, equal).reduce((sum, entry, i) => sum + equal[i] * entry, 0);
  const given: Readonly<Record<string, Parameters>> = {
    efficient_return: { target_return: 52 * mean - 0.01 },
    efficient_risk: { target_volatility: 1.02 * Math.sqrt(52 * variance) },
    max_quadratic_utility: { risk_aversion: 4 },
    robust_mean_variance: { kappa: 0.5, risk_aversion: 4 },
    dr_cvar: { confidence: 0.8, radius: 1e-4 },
  };
  const ofTails = ["min_cvar", "min_cdar", "min_evar", "min_edar", "max_return_cvar", "max_return_cdar"];
  return given[method] ?? (ofTails.includes(method) ? { confidence: 0.8 } : requiredBy(method));
}

/**
 * Returns a drawn problem with all returns, rates and targets multiplied by a factor. Risk aversion multiplies a
 * squared return, so it is divided by the factor, except for `dr_cvar`, which multiplies a return by it.
 */
function scaledBy(factor: number, method: string, { market, rules, parameters }: Drawn): Drawn {
  const { returns } = market, { benchmark } = rules;
  assert.ok(returns);
  const times: Readonly<Record<string, number>> = {
    target_return: factor,
    target_volatility: factor,
    radius: factor,
    ...method === "dr_cvar" ? {} : { risk_aversion: 1 / factor },
  };
  return {
    market: marketOf(matrix(returns.rows, returns.columns, returns.data.map((entry) => factor * entry))),
    rules: {
      ...rules,
      riskFreeRate: factor * (rules.riskFreeRate ?? 0),
      benchmark: benchmark?.kind === "series"
        ? { kind: "series", returns: benchmark.returns.map((x) => factor * x) }
        : null,
    },
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === "number" ? value * (times[name] ?? 1) : value,
      ]),
    ),
  };
}

/**
 * Test helper. Returns a function that tells whether weights keep all rules of a problem and the target of the method
 * itself.
 */
function allowedBy(method: string, problem: Problem, { parameters }: Drawn): (weights: Float64Array) => boolean {
  const { covariance } = problem;
  return (weights) => {
    if (largestBreach(weights, problem) > 1e-10) return false;
    if (method === "efficient_return") {
      return 52 * netReturn(weights, problem) >= Number(parameters.target_return) - 1e-10;
    }
    if (method !== "efficient_risk") return true;
    const variance = timesVector(covariance, weights).reduce((sum, entry, i) => sum + weights[i] * entry, 0);
    return Math.sqrt(52 * variance) <= Number(parameters.target_volatility) + 1e-10;
  };
}

/**
 * Test helper. Returns `towards` if these weights are allowed, else allowed weights close to the last allowed point on
 * the straight line from `from` to `towards`, found by six bisections. `from` must be allowed.
 */
function furthest(
  from: Float64Array,
  towards: Float64Array,
  isAllowed: (weights: Float64Array) => boolean,
): Float64Array {
  const at = (share: number) => from.map((weight, i) => weight + share * (towards[i] - weight));
  if (isAllowed(towards)) return towards;
  let low = 0, high = 1;
  for (let k = 0; k < 6; k++) {
    const middle = (low + high) / 2;
    if (isAllowed(at(middle))) low = middle;
    else high = middle;
  }
  return at(low);
}

/**
 * Test helper. Returns random positive weights that sum to 1. They are unequal enough that one asset often dominates.
 */
function randomWeights(count: number, random: () => number): Float64Array {
  const drawn = Float64Array.from({ length: count }, () => Math.log(1 - random()) ** 2);
  const total = drawn.reduce((sum, one) => sum + one, 0);
  return drawn.map((one) => one / total);
}

function equalWeights(count: number): Float64Array {
  return new Float64Array(count).fill(1 / count);
}
