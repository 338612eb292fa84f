import assert from "node:assert/strict";
import { dot, matrix, timesVector } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { MEASURES } from "../../measures/mod.ts";
import { ReturnSeries } from "../../measures/return_series.ts";
import {
  marketOf,
  namesOf,
  problemOf,
  randomNumbers,
  sampleMarketOf,
  solveBy,
} from "../../../tests/support/sample_problem.ts";
import { testedCases } from "../../../tests/support/tier.ts";
import { METHODS } from "../methods/mod.ts";
import { minimiseAlone } from "../methods/minimise_alone.ts";
import { minimiseMeasure } from "../methods/minimise_measure.ts";
import { constrainByRules } from "../program/constrain_by_rules.ts";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { WeightObjective } from "../weights/weight_objective.ts";
import { solveWeights, type WeightProgram, weightProgram } from "../weights/weight_program.ts";
import type { Solution } from "../solution.ts";
import { solveProgram } from "../solve_program.ts";
import { RISK_MEASURES } from "./mod.ts";
import { historyOf, type RiskContext, type RiskMeasure } from "./risk_measure.ts";
import { volatilityFactor } from "./volatility.ts";

/** Of values that two programs or formulas prove alike, relative to their size. */
const TOLERANCE = 1e-7;

const kernels = await loadKernels(null);
const problem = problemOf(sampleMarketOf(8, { skip: 3 }), { riskFreeRate: 0.02 });
const { expectedReturns, riskFreeRate } = problem;
const n = expectedReturns.length;
const UNIT = 0.05;

function contextOf<Parameters>(measure: RiskMeasure<Parameters>, scale = Affine.constant(1)): RiskContext<Parameters> {
  return { problem, parameters: measure.parameters.parse({}), kernels, unit: UNIT, scale };
}

/** The metrics that are measures by another name or sign. Those of drawdowns are of compounded wealth: no measures. */
const METRICS: Readonly<Record<string, { readonly id: string; readonly factor: number } | null>> = {
  volatility: { id: "annual_volatility", factor: 1 / Math.sqrt(problem.periodsPerYear) },
  variance: null,
  worst_realization: { id: "worst_period", factor: -1 },
  average_drawdown: null,
  max_drawdown: null,
  cdar: null,
  edar: null,
  ulcer_index: null,
  relativistic_drawdown_at_risk: null,
};

/** Measures of returns that look at a tail alone. */
const OF_TAILS: readonly string[] = [
  "cvar",
  "evar",
  "tail_gini",
  "relativistic_value_at_risk",
  "cvar_range",
  "tail_gini_range",
  "evar_range",
  "rlvar_range",
];

for (const measure of testedCases(RISK_MEASURES, { share: 8 })) {
  const { id, name } = measure;
  const valueOf = (weights: Float64Array): number => measure.value(weights, contextOf(measure));

  Deno.test(`the expression of ${id} in a program at fixed weights has the value of the measure`, () => {
    for (const weights of portfolios(5)) {
      const builder = new ProgramBuilder();
      const variables = builder.variables(n);
      builder.bound(variables, { lower: weights, upper: weights });
      const value = measure.express(builder, variables, contextOf(measure));
      builder.minimize(value);
      const { point } = solveProgram(builder.build(), kernels);
      assert.ok(point);
      assertClose(UNIT * value.evaluate(point.x)[0], valueOf(weights));
    }
  });

  if (OF_TAILS.includes(id)) {
    Deno.test(`the ${id} at its largest confidence is that of the extreme periods`, () => {
      const parameters = measure.parameters.parse({ confidence: 1 - 1e-6 });
      for (const weights of portfolios(5)) {
        const returns = timesVector(historyOf(problem), weights);
        const worst = id.endsWith("_range") ? Math.max(...returns) - Math.min(...returns) : -Math.min(...returns);
        assertClose(measure.value(weights, { problem, parameters, kernels }), worst);
      }
    });
  }

  const { id: metricId, factor } = METRICS[id] ?? { id: name, factor: 1 };
  const isMetric = METRICS[id] !== null;
  if (isMetric) {
    Deno.test(`the ${id} of a portfolio equals the metric of its returns`, () => {
      const metric = MEASURES.get(metricId);
      assert.ok(
        metric,
        `Add the metric "${metricId}" to src/measures/, or null to METRICS in src/optimization/risk/mod_test.ts`,
      );
      for (const weights of portfolios(5)) {
        const { periodsPerYear } = problem;
        const context = { riskFreeRate: 0, periodsPerYear, confidence: 0.95, benchmark: null, portfolio: null };
        const reported = metric.compute(new ReturnSeries(timesVector(historyOf(problem), weights), kernels), context);
        assert.ok(reported !== null);
        assert.ok(Math.abs(valueOf(weights) - factor * reported) <= 1e-12 * Math.abs(reported), `${reported}`);
      }
    });
  }

  Deno.test(`${id} of portfolios whose every return is positive is ${measure.isNeverNegative ? "never below 0" : "below 0"}`, () => {
    const next = randomNumbers(11), returns = matrix(40, n, Float64Array.from({ length: 40 * n }, () => 0.01 + next()));
    const rising = problemOf(marketOf(returns, { assets: namesOf(n) }), { riskFreeRate: 0.02 });
    const values = portfolios(20).map((weights) => measure.value(weights, { ...contextOf(measure), problem: rising }));
    assert.equal(values.every((value) => value >= 0), measure.isNeverNegative ?? false, `${values}`);
  });

  Deno.test(`settling a point gives the expression of ${id} the value at its weights`, () => {
    for (const weights of portfolios(5)) {
      const builder = new ProgramBuilder();
      const value = measure.express(builder, builder.variables(n), contextOf(measure));
      const point = new Float64Array(builder.size);
      point.set(weights);
      builder.settle(point);
      const { rows, blocks } = builder.build();
      const slacks = rows.evaluate(point);
      for (const block of blocks) assert.ok(block.cone.distance(slacks, block) <= 1e-12);
      assertClose(UNIT * value.evaluate(point)[0], valueOf(weights), 1e-12);
    }
  });

  Deno.test(`minimising the expression of ${id} gives the optimum of its own objective`, () => {
    const { minimise: _own, ...expressed } = measure;
    const [own, asExpression] = [measure, expressed].map((one) => {
      const lowered = weightProgram(problem);
      return solved(lowered, (at) => minimiseMeasure(one, at, contextOf(measure)));
    });
    assertClose(objectiveOf(asExpression), objectiveOf(own));
  });

  if (measure.expressAlone !== undefined) {
    Deno.test(`minimising the standalone expression of ${id} gives the same optimum`, () => {
      const alone = (at: WeightProgram): WeightObjective => {
        const objective = minimiseAlone(measure, at, contextOf(measure));
        assert.ok(objective);
        return objective;
      };
      const expressed = (at: WeightProgram): WeightObjective => minimiseMeasure(measure, at, contextOf(measure));
      const [own, other] = [alone, expressed].map((by) => objectiveOf(solved(weightProgram(problem), by)));
      assertClose(own, other);
    });
  }

  Deno.test(`a limit on ${id} binds, and no random portfolio within it earns more`, () => {
    const least = objectiveOf(solved(weightProgram(problem), (at) => minimiseMeasure(measure, at, contextOf(measure))));
    const limit = 1.2 * least;
    const { weights } = highestReturn(measure, limit);
    assert.ok(weights);
    assertClose(valueOf(weights), limit);
    for (const other of portfolios(200)) {
      if (valueOf(other) <= limit) assert.ok(dot(expectedReturns, other) <= dot(expectedReturns, weights) + 1e-9);
    }
  });

  Deno.test(`the portfolio of the best ratio to ${id} has the best return at its risk`, () => {
    const program = new ProgramBuilder();
    const weights = program.variables(n), scale = program.variables(1, 0).at(0);
    program.scaleBy(scale);
    const excess = weights.dot(expectedReturns).minus(scale.times(riskFreeRate));
    program.atMost(Affine.constant(1), excess.times(1 / 0.001));
    constrainByRules(program, weights, { problem, scale });
    program.minimize(measure.express(program, weights, contextOf(measure, scale)));
    const best = solved({ program, weights, scale }, () => ({ name, value: valueOf, slope: () => 1 })).weights;
    assert.ok(best);
    const atItsRisk = highestReturn(measure, valueOf(best)).weights;
    assert.ok(atItsRisk);
    assertClose(dot(expectedReturns, best), dot(expectedReturns, atItsRisk), 1e-5);
    const ratioOf = (at: Float64Array): number => (dot(expectedReturns, at) - riskFreeRate) / valueOf(at);
    for (const other of portfolios(200)) assert.ok(ratioOf(other) <= ratioOf(best) * (1 + TOLERANCE));
  });

  Deno.test(`the gradient of ${id} matches finite differences, and its product with the weights the measure times its degree`, () => {
    const step = 1e-7;
    for (const weights of portfolios(5)) {
      const gradient = measure.gradient(weights, contextOf(measure));
      assert.ok(gradient);
      assertClose(dot(gradient, weights), (measure.degree ?? 1) * valueOf(weights), 1e-12);
      const size = Math.max(...gradient.map(Math.abs));
      gradient.forEach((slope, i) => {
        const at = (by: number): number => valueOf(weights.map((weight, j) => j === i ? weight + by : weight));
        const difference = (at(step) - at(-step)) / (2 * step);
        assert.ok(Math.abs(slope - difference) <= 1e-5 * size, `${slope} against ${difference}`);
      });
    }
  });
}

for (const method of METHODS) {
  const { id, riskContributions } = method;
  if (riskContributions === undefined) continue;
  Deno.test(`risk contributions of ${id} do not change with the last digits of its weights`, () => {
    const solution = solveBy(id, problem, { kernels });
    assert.ok(solution.weights);
    const contributionsAt = (weights: Float64Array): Float64Array => {
      const shares = riskContributions.call(method, problem, weights, method.parameters.parse({}), kernels);
      assert.ok(shares);
      return shares;
    };
    const shares = contributionsAt(solution.weights);
    const random = randomNumbers(5);
    for (let turn = 0; turn < 10; turn++) {
      const moved = contributionsAt(solution.weights.map((weight) => weight * (1 + 4e-16 * (random() - 0.5))));
      moved.forEach((share, i) => assert.ok(Math.abs(share - shares[i]) <= 1e-9, `${share} and ${shares[i]}`));
    }
  });
}

/** The portfolio of largest expected return with at most some risk. */
function highestReturn(measure: RiskMeasure, limit: number): Solution {
  return solved(weightProgram(problem), ({ program, weights, scale }) => {
    program.atMost(measure.express(program, weights, contextOf(measure)), scale.times(limit / UNIT));
    program.minimize(weights.dot(expectedReturns).times(-1));
    return { name: "expected_return", value: (found) => dot(expectedReturns, found), slope: () => -1 };
  });
}

/** The solution, which must be proven, of a program that was given something to minimise. */
function solved(
  lowered: WeightProgram,
  minimise: (lowered: WeightProgram) => WeightObjective,
): Solution {
  const minimised = minimise(lowered);
  const guess = (): Float64Array => {
    const start = new Float64Array(lowered.program.size).fill(NaN);
    start.fill(1 / n, lowered.weights.offset, lowered.weights.offset + n);
    lowered.program.settle(start);
    return start;
  };
  const solution = solveWeights(lowered, minimised, { problem, kernels, guess });
  assert.equal(solution.status, "optimal", `${solution.detail}`);
  return solution;
}

function objectiveOf({ objective }: Solution): number {
  assert.ok(objective);
  return objective.value;
}

/** Long-only weights that sum to 1. */
function portfolios(count: number): Float64Array[] {
  const random = randomNumbers(11);
  return Array.from({ length: count }, () => {
    const raw = Float64Array.from({ length: n }, () => Math.log(1 - random()) ** 2);
    const sum = raw.reduce((total, entry) => total + entry, 0);
    return raw.map((entry) => entry / sum);
  });
}

function assertClose(actual: number, expected: number, tolerance = TOLERANCE): void {
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.abs(expected), `${actual}, ${expected} expected`);
}

Deno.test("relativistic measures of the smallest kappa equal the entropic ones to 1e-9, and a smaller kappa is refused", () => {
  const solvedBy = (sent: object) => solveBy("mean_risk", problem, { kernels, parameters: { ...sent } });
  const pairs = [["relativistic_value_at_risk", "evar"], ["relativistic_drawdown_at_risk", "edar"]];
  for (const [relativistic, entropic] of pairs) {
    const own = solvedBy({ measure: relativistic, kappa: 1e-6 }), other = solvedBy({ measure: entropic });
    assert.deepEqual([own.status, other.status], ["optimal", "optimal"], relativistic);
    const [value, expected] = [own, other].map(({ objective }) => objective?.value ?? NaN);
    assert.ok(Math.abs(value - expected) <= 1e-9 * expected, `${relativistic}: ${value} beside ${expected}`);
    for (const kappa of [1e-7, 1e-17, 1e-300, 0, 1 - 1e-7]) {
      assert.ok(!METHODS.get("mean_risk")?.parameters.safeParse({ measure: relativistic, kappa }).success, `${kappa}`);
    }
  }
});

Deno.test("the covariance factor keeps every entry to relative rounding, where volatilities are a million times apart", () => {
  for (const rank of [2, 6]) {
    const random = randomNumbers(rank), size = 6;
    const returns = matrix(
      rank,
      size,
      Float64Array.from({ length: rank * size }, (_, k) => 10 ** (-6 + 6 * (k % size) / 5) * (random() - 0.5)),
    );
    const covariance = kernels.linearAlgebra.crossProduct(returns);
    const factor = volatilityFactor(covariance, kernels.linearAlgebra);
    const product = kernels.linearAlgebra.crossProduct(factor);
    const own = (i: number): number => Math.sqrt(covariance.data[i * size + i]);
    product.data.forEach((entry, k) => {
      const [i, j] = [Math.floor(k / size), k % size];
      // What is dropped as rounding of a singular matrix, 1e-14 of its largest eigenvalue.
      assert.ok(Math.abs(entry - covariance.data[k]) <= 1e-13 * own(i) * own(j), `${rank}: ${i}, ${j}`);
    });
  }
});
