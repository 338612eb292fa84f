import type { Problem } from "../../../src/optimization/problem.ts";
import { type AccuracyProgram, problemOfProgram, WEEKS_PER_YEAR } from "./accuracy_program.ts";
import { varianceAt } from "./plain_objective.ts";
import { plainCounts, risksOfCounts } from "./plain_counts.ts";
import { plainRisks, returnAfterCosts } from "./plain_risks.ts";
import { type PlainRow, type PlainRules, plainRules } from "./plain_rules.ts";
import type { RivalSizes } from "./rival_weights.ts";

/** A random program with its problem, rules and volatilities, read without the service's own request parser. */
export interface ReadProgram {
  readonly program: AccuracyProgram;
  readonly problem: Problem;
  /** Rules of the random program, including the linear limits of the method. */
  readonly rules: PlainRules;
  readonly volatilities: Float64Array;
  /** Linear gain that a ratio divides by its risk, or null for a method that maximises no ratio. */
  readonly gains: Gains | null;
}

/** Linear gain of weights w per period, the sum over the assets i of coefficients[i] w[i], less the cost. */
export interface Gains {
  readonly coefficients: Float64Array;
  readonly cost: number;
}

/** Reads a random program by the documented formulas of methods and constraint families. */
export function readProgram(program: AccuracyProgram): ReadProgram {
  const problem = problemOfProgram(program), { assets, covariance } = problem;
  const { constraints } = program.rules, counts = plainCounts(constraints, assets);
  const annualReturns = problem.expectedReturns.map((mean) => WEEKS_PER_YEAR * mean);
  const rules = plainRules(program.rules, { assets, annualReturns });
  const hasTarget = program.method === "efficient_return", target = Number(program.parameters.target_return);
  const hasCosts = "transaction_costs" in constraints;
  const own: PlainRow[] = hasTarget && !hasCosts
    ? [{ name: "target_return", coefficients: annualReturns, min: target, max: Infinity }]
    : [];
  const ownRisks = hasTarget && hasCosts ? [returnAfterCosts("target_return", target, problem)] : [];
  const volatilities = Float64Array.from(assets, (_, i) => Math.sqrt(covariance.data[i * (assets.length + 1)]));
  return {
    program,
    problem,
    rules: {
      ...rules,
      rows: [...rules.rows, ...own],
      risks: [...plainRisks(constraints, problem), ...ownRisks, ...risksOfCounts(counts)],
      counts,
    },
    volatilities,
    gains: gainsOf(program, problem, volatilities),
  };
}

/** Methods that maximise the ratio of the excess return to a risk measure of the history. */
export const RATIOS_TO_RISK: ReadonlySet<string> = new Set([
  "max_sortino",
  "max_omega",
  "max_return_cvar",
  "max_calmar",
  "max_return_cdar",
  "max_martin",
  "max_return_evar",
]);

function gainsOf(program: AccuracyProgram, problem: Problem, volatilities: Float64Array): Gains | null {
  const { method } = program;
  if (method === "max_diversification") return { coefficients: volatilities, cost: 0 };
  if (method === "max_information_ratio") {
    return { coefficients: problem.expectedReturns, cost: benchmarkReturn(problem) };
  }
  return method === "max_sharpe" || method === "critical_line" || isRatioToRisk(program)
    ? { coefficients: problem.expectedReturns, cost: problem.riskFreeRate }
    : null;
}

/** Whether a program maximises the ratio of the excess return to a risk measure of the history. */
export function isRatioToRisk({ method, parameters }: AccuracyProgram): boolean {
  return RATIOS_TO_RISK.has(method) || (method === "mean_risk" && parameters.objective === "max_ratio");
}

/** Returns the mean return of the benchmark. Throws where the benchmark is no series of returns. */
function benchmarkReturn({ benchmark }: Problem): number {
  if (benchmark?.kind !== "series") throw new Error("Programs are beside a series of returns");
  return benchmark.returns.reduce((sum, one) => sum + one, 0) / benchmark.returns.length;
}

/**
 * Returns the typical risk and gain of a program, from which HiGHS takes its units. They are those of the answer, or of
 * the assets where the answer has none.
 */
export function sizesOf({ problem, volatilities, gains }: ReadProgram, weights: Float64Array | null): RivalSizes {
  const { coefficients, cost } = gains ?? { coefficients: problem.expectedReturns, cost: problem.riskFreeRate };
  const { variance } = weights === null ? { variance: 0 } : varianceAt(weights, problem);
  const earned = weights?.reduce((sum, weight, i) => sum + weight * coefficients[i], -cost) ?? 0;
  const largest = Math.max(...coefficients.map((gain) => Math.abs(gain - cost)));
  return {
    risk: Math.sqrt(Math.max(variance, 0)) || calmestOf(volatilities),
    excess: earned > 0 ? earned : largest || 1,
  };
}

/** Returns the lowest asset volatility above 1e-15, or 1 where there is none. Lower ones are rounding errors. */
export function calmestOf(volatilities: Float64Array): number {
  const [calmest = 1] = volatilities.filter((one) => one > 1e-15).toSorted();
  return calmest;
}
