/**
 * Tests shadow prices of random programs against the change of the optimal objective when a limit moves. Each program
 * is solved anew with the limit a little higher and a little lower.
 */
import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { LimitName, Problem, RuleValue } from "../../src/optimization/problem.ts";
import { BINDING_SLACK, ruleKey, type Solution } from "../../src/optimization/solution.ts";
import { OPTIMISERS } from "../support/objectives.ts";
import { randomProblem } from "../support/random_problem.ts";
import { problemOf, type Rules, solveBy } from "../support/sample_problem.ts";
import { IS_FULL_RUN, partOf, problemSeeds } from "../support/tier.ts";

/**
 * Seeds of the random problems. Each method takes every other seed, twenty of them in the full run; two neighbouring
 * methods together cover all.
 */
const SEEDS = problemSeeds(40);

/**
 * Seeds of problems whose weights end 1e-12 from a bound that still has a price. In the full run every method takes
 * them.
 */
const NEAR_BOUNDS = [214, 266, 447];

/**
 * Step of a limit, relative to the larger of the limit and 1. It is far above the rounding of objectives and far below
 * a change at which other rules bind.
 */
const STEP = 1e-5;

/**
 * Relative difference below which two one-sided difference quotients count as one derivative, so that the dual solution
 * is unique.
 */
const ALIKE = 1e-3;

/**
 * Relative error of an objective that a proof allows; divided by the step, it bounds the error of a difference
 * quotient.
 */
const OPEN = 1e-10;

const kernels = await loadKernels(null);

Deno.test("shadow prices of random programs equal the derivatives of the objective by the limits, except at kinks", () => {
  const counts = { compared: 0, kinks: 0 };
  for (const [m, method] of partOf(OPTIMISERS.entries(), { share: 8 })) {
    const own = SEEDS.filter((_, k) => (k + m) % 2 === 0);
    for (const seed of [...own, ...partOf(NEAR_BOUNDS)]) compare(method, seed, counts);
  }
  assert.ok(
    counts.compared >= (IS_FULL_RUN ? 10 : 2) * SEEDS.length,
    `${counts.compared} prices compared, ${counts.kinks} at kinks`,
  );
});

interface Counts {
  compared: number;
  kinks: number;
}

function compare(method: string, seed: number, counts: Counts): void {
  const { market, rules } = randomProblem(seed);
  const problem = problemOf(market, rules);
  const parameters = parametersOf(method, problem);
  if (parameters === null) return;
  const solve = (sent: Rules): Solution => solveBy(method, problemOf(market, sent), { kernels, parameters });
  const here = solve(rules);
  if (here.status !== "optimal" || here.weights === null || here.objective === null) return;
  const value = here.objective.value;
  for (const rule of problem.rules.flatMap((family) => family.evaluate(here.weights ?? new Float64Array(0), problem))) {
    const limit = bindingLimit(rule);
    if (limit === null) continue;
    const step = STEP * Math.max(1, Math.abs(limit.value));
    const [below, above] = [-step, step].map((by) => {
      const moved = solve({ ...rules, constraints: withMoved(rules.constraints ?? {}, rule, { ...limit, by }) });
      return moved.status === "optimal" && moved.objective !== null ? (moved.objective.value - value) / by : null;
    });
    if (below === null || above === null) continue;
    const noise = OPEN * Math.abs(value) / step;
    if (Math.abs(above - below) > ALIKE * Math.max(Math.abs(above), Math.abs(below)) + noise) {
      counts.kinks++;
      continue;
    }
    counts.compared++;
    const price = here.shadowPrices.get(ruleKey(rule.family, rule.rule)) ?? 0;
    const slope = (above + below) / 2;
    assert.ok(
      Math.abs(price - slope) <= 2 * ALIKE * Math.abs(slope) + 2 * noise,
      `${method}, seed ${seed}, ${rule.family} ${rule.rule} ${limit.name} ${limit.value}: ${price}, not ${slope}`,
    );
  }
}

/** Test helper. Returns the one limit that the value of a rule is at; null if it is at none or at both. */
function bindingLimit({ value, min, max }: RuleValue): { readonly name: LimitName; readonly value: number } | null {
  const atMin = min !== null && value - min <= BINDING_SLACK, atMax = max !== null && max - value <= BINDING_SLACK;
  if (atMin === atMax) return null;
  return atMin ? { name: "min", value: min } : { name: "max", value: max ?? NaN };
}

/** Returns the constraints of a request with one limit moved. A moved weight bound applies to its asset alone. */
function withMoved(
  constraints: Readonly<Record<string, unknown>>,
  { family, rule }: RuleValue,
  { name, value, by }: { readonly name: LimitName; readonly value: number; readonly by: number },
): Readonly<Record<string, unknown>> {
  const moved = structuredClone(constraints) as Record<string, never>;
  const sent: unknown = moved[family], limit = value + by;
  const change: Readonly<Record<string, () => unknown>> = {
    weight_bounds: () => {
      const { assets = {}, ...general } = sent as { assets?: Record<string, object> };
      return { ...general, assets: { ...assets, [rule ?? ""]: { ...assets[rule ?? ""], [name]: limit } } };
    },
    groups: () => {
      const { rules, ...rest } = sent as { rules: { group: string }[] };
      return { ...rest, rules: rules.map((one) => one.group === rule ? { ...one, [name]: limit } : one) };
    },
    linear: () => (sent as { name: string }[]).map((one) => one.name === rule ? { ...one, [name]: limit } : one),
    budget: () => ({ ...sent as object, [name]: limit }),
    exposure: () => ({ ...sent as object, [rule ?? ""]: limit }),
    turnover: () => ({ max: limit }),
    min_return: () => limit,
  };
  const of = change[family];
  if (of === undefined) throw new Error(`Cannot move a limit of "${family}": say how it is sent`);
  return { ...constraints, [family]: of() };
}

/**
 * Returns parameters with targets a little within reach; null if there is no minimum-volatility solution to derive them
 * from.
 */
function parametersOf(method: string, problem: Problem): Readonly<Record<string, unknown>> | null {
  if (method !== "efficient_risk" && method !== "efficient_return") return {};
  const { weights, objective } = solveBy("min_volatility", problem, { kernels });
  if (weights === null || objective === null) return null;
  const year = problem.periodsPerYear;
  const earned = weights.reduce((sum, weight, i) => sum + weight * problem.expectedReturns[i], 0) * year;
  return method === "efficient_risk"
    ? { target_volatility: 1.1 * objective.value * Math.sqrt(year) }
    : { target_return: earned + 0.01 };
}
