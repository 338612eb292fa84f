import { dot, type Matrix } from "../../../src/domain/matrix.ts";
import type { Kernels } from "../../../src/kernels/mod.ts";
import { RandomStream } from "../../../src/domain/random_stream.ts";
import { bindRules } from "../../../src/optimization/constraints/constraint_family.ts";
import { CONSTRAINT_FAMILIES } from "../../../src/optimization/constraints/mod.ts";
import { METHODS } from "../../../src/optimization/methods/mod.ts";
import { minVolatility } from "../../../src/optimization/methods/mean_variance/min_volatility.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import { trackingErrorOf } from "../../../src/optimization/risk/active_risk.ts";
import { conditionalValueAtRisk } from "../../../src/optimization/risk/conditional_value_at_risk.ts";
import type { MarketShape, RowWork, WorkerRow } from "../row.ts";
import { benchProblem, judgeOf } from "./bench_problem.ts";

const OBSERVATIONS = 1_250;
const GROUPS = 10;
const TILTS = 5;
const SEED = 3;

const YEARLY = Math.sqrt(252);
const CVAR = { parameters: { confidence: 0.95 } };

const at = (problem: Problem): { problem: Problem; kernels: Kernels } => ({ problem, kernels: problem.kernels });

/** Returns the problem of a market under rules of one constraint family, by family id. `none` has no rules. */
const RULED: Readonly<Record<string, (plain: Problem) => Problem>> = {
  none: (plain) => plain,
  weight_bounds: (plain) => under(plain, { weight_bounds: { max: 0.1 } }),
  groups: (plain) => under(plain, { groups: tenGroups(plain) }),
  linear: (plain) => under(plain, { linear: Array.from({ length: TILTS }, (_, number) => tilt(plain, number)) }),
  budget: (plain) => under(plain, { budget: { min: 0.8, max: 1 } }),
  exposure: (plain) => ({
    ...under(plain, { exposure: { short: true, gross_max: 1.6 }, weight_bounds: { min: -0.1, max: 0.3 } }),
    short: true,
  }),
  turnover: (plain) => under(fromEqualWeights(plain), { turnover: { max: 0.2 } }),
  transaction_costs: (plain) =>
    under(fromEqualWeights(plain), { transaction_costs: { bps: 10, amortization_periods: 21 } }),
  tracking_error: (plain) =>
    under(plain, { tracking_error: { max: halfWay(plain, (weights) => trackingErrorOf(weights, plain)) * YEARLY } }),
  risk_limits: (plain) => {
    const risk = (weights: Float64Array): number => conditionalValueAtRisk.value(weights, { ...CVAR, ...at(plain) });
    return under(plain, { risk_limits: [{ measure: "cvar", max: halfWay(plain, risk) }] });
  },
  min_return: (plain) => under(plain, { min_return: highReturn(plain) }),
  factor_exposure: (plain) => under(plain, { factor_exposure: twoFactors(plain) }),
  concentration: (plain) => under(plain, { concentration: { min_effective_assets: plain.assets.length / 2 } }),
  locked: (plain) => under(fromEqualWeights(plain), { locked: plain.assets.slice(0, plain.assets.length / 5) }),
};

/**
 * Returns benchmark rows of every method that solves a program, without rules and under each family that it enforces.
 */
export function underRules(assets: number): readonly WorkerRow[] {
  return [...METHODS].filter(({ group }) => group !== "hierarchical").flatMap(
    ({ id: method, enforces, parameters }) => {
      const kept = enforces(parameters.parse(TARGETS[method]?.({ return: 0, volatility: 1 }) ?? {}));
      return kept.size === 0
        ? []
        : Object.keys(RULED).filter((family) => family === "none" || kept.has(family)).map((family) =>
          rowOf(`rules ${method} ${family} n=${assets}`, {
            shape: { assets, observations: OBSERVATIONS },
            method,
            family,
          })
        );
    },
  );
}

/**
 * Returns benchmark rows of the most expensive scenario programs: many scenarios under several kinds of rules, and
 * short selling under several risk measures.
 */
export function manyScenarios(): readonly WorkerRow[] {
  const ofShape = (method: string, family: string, shape: MarketShape): WorkerRow =>
    rowOf(`rules ${method} ${family} n=${shape.assets} T=${shape.observations}`, { shape, method, family });
  return [
    ...["none", "turnover", "locked", "groups", "exposure"].map((family) =>
      ofShape("min_cvar", family, { assets: 500, observations: 2_500 })
    ),
    ...["min_cvar", "min_mad", "min_semideviation"].map((method) =>
      ofShape(method, "exposure", { assets: 200, observations: 1_000 })
    ),
  ];
}

function rowOf(
  id: string,
  { shape, ...what }: { readonly shape: MarketShape; readonly method: string; readonly family: string },
): WorkerRow {
  return { id, shape, prepare: (returns, kernels) => work(returns, kernels, what) };
}

/** Annual target of each method that needs one: a little more than the portfolio of least volatility has. */
const TARGETS: Readonly<Record<string, (least: Moments) => Readonly<Record<string, number>>>> = {
  efficient_risk: ({ volatility }) => ({ target_volatility: 1.1 * volatility }),
  efficient_return: (least) => ({ target_return: least.return + 0.01 }),
};

interface Moments {
  readonly return: number;
  readonly volatility: number;
}

function work(
  returns: Matrix,
  kernels: Kernels,
  { method: id, family }: { readonly method: string; readonly family: string },
): RowWork {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  const problem = RULED[family](worthAnything(withBenchmark(benchProblem(returns, kernels))));
  const parameters = method.parameters.parse(TARGETS[id]?.(leastVolatile(problem, kernels)) ?? {});
  return { run: () => judgeOf(method.solve(problem, parameters, kernels)), programs: [] };
}

/**
 * Returns the problem with a risk-free rate that equal weights at least earn. In a falling market no ratio would
 * otherwise be above 0.
 */
function worthAnything(problem: Problem): Problem {
  const { expectedReturns } = problem;
  const ofEqualWeights = expectedReturns.reduce((sum, one) => sum + one / expectedReturns.length, 0);
  return { ...problem, riskFreeRate: Math.min(0, ofEqualWeights) };
}

function leastVolatile(problem: Problem, kernels: Kernels): Moments {
  const { weights, objective } = minVolatility.solve(problem, {}, kernels);
  if (weights === null || objective === null) throw new Error("Cannot set a target where there is no least volatility");
  const { expectedReturns, periodsPerYear } = problem;
  return {
    return: periodsPerYear * dot(expectedReturns, weights),
    volatility: Math.sqrt(periodsPerYear) * objective.value,
  };
}

function under(problem: Problem, constraints: Readonly<Record<string, unknown>>): Problem {
  const rules = Object.entries(constraints).map(([id, sent]) => {
    const family = CONSTRAINT_FAMILIES.get(id);
    if (family === undefined) throw new Error(`Cannot find constraint family "${id}"`);
    return bindRules(family, family.rules.parse(sent));
  });
  return { ...problem, rules };
}

function fromEqualWeights(problem: Problem): Problem {
  const { length } = problem.assets;
  return { ...problem, startingWeights: new Float64Array(length).fill(1 / length) };
}

/** Returns ten groups of assets, each limited to 5 to 20 percent. */
function tenGroups({ assets }: Problem): unknown {
  return {
    map: Object.fromEntries(assets.map((asset, i) => [asset, `group ${i % GROUPS}`])),
    rules: Array.from({ length: GROUPS }, (_, k) => ({ group: `group ${k}`, min: 0.05, max: 0.2 })),
  };
}

/** Returns a linear rule with random coefficients, whose value is at most that of equal weights. */
function tilt({ assets }: Problem, number: number): unknown {
  const random = new RandomStream(SEED, number);
  const coefficients = assets.map(() => random.uniform());
  const max = coefficients.reduce((sum, one) => sum + one / assets.length, 0);
  return {
    name: `tilt ${number}`,
    coefficients: Object.fromEntries(assets.map((asset, i) => [asset, coefficients[i]])),
    max,
  };
}

/** Returns two factors with random loadings, whose exposures are limited to -0.1 to 0.1. */
function twoFactors({ assets }: Problem): unknown {
  const random = new RandomStream(SEED, TILTS);
  const loadings = Object.fromEntries(
    assets.map((asset) => [asset, { size: 2 * random.uniform() - 1, value: 2 * random.uniform() - 1 }]),
  );
  return { loadings, rules: ["size", "value"].map((factor) => ({ factor, min: -0.1, max: 0.1 })) };
}

/** Returns the value halfway between the risk of equal weights and the risk of the portfolio of least volatility. */
function halfWay(problem: Problem, risk: (weights: Float64Array) => number): number {
  const { weights } = minVolatility.solve(problem, {}, problem.kernels);
  if (weights === null) throw new Error("Cannot set a limit where there is no least volatility");
  return (risk(weights) + risk(weights.map((_, __, all) => 1 / all.length))) / 2;
}

/**
 * Returns the problem with a benchmark: equal weights of every other asset plus noise, so that no portfolio replicates
 * it.
 */
function withBenchmark(problem: Problem): Problem {
  const { returns } = problem;
  if (returns === null) throw new Error("Cannot make a benchmark without a history");
  const random = new RandomStream(SEED, TILTS + 1), { rows, columns, data } = returns;
  const series = Float64Array.from({ length: rows }, (_, t) => {
    let sum = 0;
    for (let j = 0; j < columns; j += 2) sum += data[t * columns + j];
    return sum / Math.ceil(columns / 2) + 0.001 * (2 * random.uniform() - 1);
  });
  return { ...problem, benchmark: { kind: "series", returns: series } };
}

/** Returns the annual expected return that only a fifth of the assets exceed. */
function highReturn({ expectedReturns, periodsPerYear }: Problem): number {
  return periodsPerYear * expectedReturns.toSorted()[Math.floor(0.8 * expectedReturns.length)];
}
