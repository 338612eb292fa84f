import assert from "node:assert/strict";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { findConflict } from "../../src/optimization/conflict/find_conflict.ts";
import type { Problem } from "../../src/optimization/problem.ts";
import { type Lie, LYING_NUMBERS, lyingKernels, type LyingWord, SOLVERS } from "../support/lying_kernels.ts";
import { objectiveOf, OPTIMISERS, SENSE } from "../support/objectives.ts";
import { type Market, problemOf, sampleMarketOf, solveBy, weightsOfSolution } from "../support/sample_problem.ts";
import { partOf, problemSeeds, testedCases, testInTurn } from "../support/tier.ts";

// These tests inject false solver answers: the status that a solver reports must never become a verdict without a
// check.
const honest = await loadKernels(null);

/** Market for the tests, with so many weekly returns that the optimiser uses its solver of hinges. */
const MARKET = sampleMarketOf(6, { start: "2020-09-01", end: "2023-12-29" });
const WEEKS_IN_A_YEAR = 52;
/**
 * Tolerances within which a proven solution may deviate: 1e-9 of a rule, and 1e-7 of the objective on either side of
 * the optimum.
 */
const FEASIBILITY = 1e-9 + 1e-12, OPTIMALITY = 3e-7;

/** Set of rules that can be met, with a plain formula for how far weights break them. */
interface RuleSet {
  readonly what: string;
  readonly constraints: Readonly<Record<string, unknown>>;
  readonly startingPortfolio?: readonly number[];
  /** Returns the largest breach of the rule set by weights that sum to 1. */
  breach(weights: Float64Array): number;
}

const [A, B, C, D] = MARKET.assets;
const sumOf = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((sum, one) => sum + one, 0);
const EQUAL = MARKET.assets.map(() => 1 / MARKET.assets.length);

const FEASIBLE: readonly RuleSet[] = [
  { what: "no rules", constraints: {}, breach: (weights) => Math.max(...weights.map((weight) => -weight)) },
  {
    what: "bounds, groups and a linear rule",
    constraints: {
      weight_bounds: { min: 0.02, max: 0.5 },
      groups: { map: { [A]: "x", [B]: "x", [C]: "y" }, rules: [{ group: "x", min: 0.2, max: 0.6 }] },
      linear: [{ name: "pair", coefficients: { [C]: 1, [D]: -1 }, max: 0.05 }],
    },
    breach: (w) =>
      Math.max(
        ...w.map((one) => Math.max(0.02 - one, one - 0.5)),
        0.2 - w[0] - w[1],
        w[0] + w[1] - 0.6,
        w[2] - w[3] - 0.05,
      ),
  },
  {
    what: "short weights near a starting portfolio",
    constraints: {
      weight_bounds: { min: -0.2, max: 0.6 },
      exposure: { short: true, gross_max: 1.3 },
      turnover: { max: 0.4 },
    },
    startingPortfolio: EQUAL,
    breach: (w) =>
      Math.max(
        ...w.map((one) => Math.max(-0.2 - one, one - 0.6)),
        sumOf(w.map(Math.abs)) - 1.3,
        sumOf(w.map((one, i) => Math.abs(one - EQUAL[i]))) / 2 - 0.4,
      ),
  },
];

const problemUnder = (
  { constraints, startingPortfolio }: Pick<RuleSet, "constraints" | "startingPortfolio">,
): Problem => problemOf(MARKET, { constraints, startingPortfolio });

/** Target parameters of methods that are easily attainable in the market under every rule set. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = targetsOf(MARKET);

function targetsOf(
  { expectedReturns, covariance }: Market,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const n = expectedReturns.length;
  const variance = sumOf(covariance.data) / n ** 2;
  return {
    efficient_return: { target_return: WEEKS_IN_A_YEAR * sumOf(expectedReturns) / n },
    efficient_risk: { target_volatility: Math.sqrt(WEEKS_IN_A_YEAR * variance) },
  };
}

/**
 * Test helper. Returns all combinations of lies with the given statuses: each solver lies alone, so that the other
 * solvers check it, and all solvers lie together.
 */
function liesOf(words: readonly LyingWord[]): readonly Lie[] {
  const liars = [...SOLVERS.map((solver) => [solver]), [...SOLVERS]];
  return words.flatMap((word) => LYING_NUMBERS.flatMap((numbers) => liars.map((by) => ({ word, numbers, by }))));
}

/**
 * Asserts that long-only weights have the least volatility. By the optimality condition, no asset i may have (Σw)ᵢ
 * below w'Σw.
 */
function assertLeastVolatility(weights: Float64Array, what: string): void {
  const { covariance: { rows: n, data } } = MARKET;
  const slopes = weights.map((_, i) => sumOf(weights.map((weight, j) => weight * data[i * n + j])));
  const variance = sumOf(weights.map((weight, i) => weight * slopes[i]));
  assert.ok(variance - Math.min(...slopes) <= 2 * OPTIMALITY * variance, `${what}: an asset betters the weights`);
}

const told = ({ word, numbers, by }: Lie): string => `${by.join(" and ")} say ${word} with ${numbers}`;

/** Each lie is tested with every fifth method in turn, so that each method meets each status and each lying solver. */
const METHODS_PER_LIE = 5;

/**
 * Methods that measure drawdowns. They take seconds when a solver fails, so they meet only lies with the first kind of
 * false numbers, and only without rules.
 */
const SELDOM_TOLD = new Set(
  OPTIMISERS.filter((method) => /drawdown|cdar|edar|ulcer|calmar|martin/.test(method)),
);

/** Returns the ids of the methods that are tested with lying solvers under a rule set. */
const heardUnder = (rules: RuleSet): readonly string[] =>
  OPTIMISERS.filter((method) => rules === FEASIBLE[0] || !SELDOM_TOLD.has(method));

/**
 * Test helper. Runs methods with kernels in which solvers lie; each method meets a fifth of all lies, and in the part
 * of the tests each lie meets three methods. `judge` checks the method and gets the description of the lie.
 */
async function underLies(
  words: readonly LyingWord[],
  methods: readonly string[],
  judge: (kernels: Kernels, method: string, lie: string) => void,
): Promise<void> {
  for (const [k, lie] of partOf(liesOf(words).entries(), { share: 8 })) {
    const all = methods.filter((method, m) =>
      (methods.length < METHODS_PER_LIE || (k + m) % METHODS_PER_LIE === 0) &&
      (!SELDOM_TOLD.has(method) || lie.numbers === LYING_NUMBERS[0])
    );
    const among = problemSeeds(all.length).map((m) => all[m - 1]);
    const kernels = await lyingKernels(honest, lie);
    for (const method of among) judge(kernels, method, told(lie));
  }
}

for (const rules of testedCases(FEASIBLE, { share: 8, testsEach: 3 })) {
  const problem = problemUnder(rules);

  Deno.test(
    testInTurn(`under ${rules.what}, wrong answers of solvers never pass as optimal or infeasible`, async () => {
      const optima = new Map<string, number>();
      const optimumOf = (method: string): number => {
        const known = optima.get(method);
        if (known !== undefined) return known;
        const solution = solveBy(method, problem, { kernels: honest, parameters: PARAMETERS[method] ?? {} });
        assert.equal(solution.status, "optimal", method);
        const found = objectiveOf(method, weightsOfSolution(solution), problem, PARAMETERS[method] ?? {});
        optima.set(method, found);
        return found;
      };
      await underLies(["optimal", "infeasible"], heardUnder(rules), (kernels, method, lie) => {
        const parameters = PARAMETERS[method] ?? {};
        const solution = solveBy(method, problem, { kernels, parameters });
        const what = `${method}, ${lie}: ${solution.status}, ${solution.detail}`;
        assert.notEqual(solution.status, "infeasible", what);
        if (solution.status !== "optimal") return;
        const weights = weightsOfSolution(solution);
        assert.ok(Math.abs(sumOf(weights) - 1) <= FEASIBILITY, `${what}: the sum is ${sumOf(weights)}`);
        assert.ok(rules.breach(weights) <= FEASIBILITY, `${what}: a rule is broken by ${rules.breach(weights)}`);
        const [own, best] = [objectiveOf(method, weights, problem, parameters), optimumOf(method)];
        const worse = SENSE[method] === "min" ? own - best : best - own;
        assert.ok(worse <= OPTIMALITY * Math.abs(best), `${what}: ${own} in place of ${best}`);
        if (method === "min_volatility" && rules === FEASIBLE[0]) assertLeastVolatility(weights, what);
      });
    }),
  );

  Deno.test(`under ${rules.what}, solvers that wrongly report unbounded make no method unbounded or infeasible`, async () => {
    await underLies(["unbounded"], heardUnder(rules), (kernels, method, lie) => {
      const { status } = solveBy(method, problem, { kernels, parameters: PARAMETERS[method] ?? {} });
      assert.notEqual(status, "unbounded", `${method}, ${lie}`);
      assert.notEqual(status, "infeasible", `${method}, ${lie}`);
    });
  });

  Deno.test(`under ${rules.what}, wrong answers of solvers never make feasible rules conflict`, async () => {
    await underLies(["optimal", "infeasible", "unbounded"], [""], (kernels, _method, lie) => {
      assert.equal(findConflict(problem, kernels), null, lie);
    });
  });
}

/**
 * Problem with rules that conflict: two assets of at most 0.3 each cannot make a group of 0.7. The linear rule does not
 * take part in the conflict.
 */
const IMPOSSIBLE = problemUnder({
  constraints: {
    weight_bounds: { max: 0.3 },
    groups: { map: { [A]: "x", [B]: "x" }, rules: [{ group: "x", min: 0.7 }] },
    linear: [{ name: "pair", coefficients: { [C]: 1, [D]: -1 }, max: 0.5 }],
  },
});

Deno.test("under infeasible rules, wrong answers of solvers never make a method optimal or unbounded", async () => {
  await underLies(["optimal", "infeasible"], ["min_volatility", "max_sharpe", "efficient_risk", "min_mad"], (
    kernels,
    method,
    lie,
  ) => {
    const { status } = solveBy(method, IMPOSSIBLE, { kernels, parameters: PARAMETERS[method] ?? {} });
    assert.ok(status !== "optimal" && status !== "unbounded", `${method}, ${lie}: ${status}`);
  });
});

Deno.test("wrong answers of solvers never leave a rule out of a named conflict, nor add one to a conflict called smallest", async () => {
  await underLies(["optimal", "infeasible", "unbounded"], [""], (kernels, _method, lie) => {
    const conflict = findConflict(IMPOSSIBLE, kernels);
    if (conflict === null || conflict.rules.length === 0) return;
    const families = new Set(conflict.rules.map(({ family }) => family));
    assert.ok(families.has("groups") && families.has("weight_bounds"), `${lie}: ${[...families]}`);
    if (conflict.minimum) assert.ok(!families.has("linear"), lie);
  });
});

Deno.test("wrong answers of solvers never make an unbounded max_return optimal or infeasible", async () => {
  const endless = problemUnder({ constraints: { exposure: { short: true } } });
  await underLies(["optimal", "infeasible"], ["max_return"], (kernels, method, lie) => {
    const { status } = solveBy(method, endless, { kernels });
    assert.ok(status !== "optimal" && status !== "infeasible", `${method}, ${lie}: ${status}`);
  });
});
