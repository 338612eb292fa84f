import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import { solveBoxQuadratic } from "../engines/solve_box_quadratic.ts";
import { solveWithinSize } from "../ways/prices/solve_within_size.ts";
import type { WeightProgram } from "./weight_program.ts";

/** Portfolios that are computed quickly and lie near the answers of some methods. */
export type GuessPortfolio = "minimum_variance" | "tangency" | "maximum_return";

/**
 * A starting point for all variables of a program. It takes the mean of the given portfolios, or equal weights if none
 * can be computed. A variable that does not follow from the weights is NaN.
 */
export function startingGuess(
  lowered: WeightProgram,
  problem: Problem,
  { kernels, guesses }: { kernels: Kernels; guesses: readonly GuessPortfolio[] },
): Float64Array {
  const { program, weights } = lowered;
  const likely = problem.warmStart ??
    mean(
      guesses.map((guess) => PORTFOLIOS[guess](problem, { kernels, bounds: program.boundsOf(weights) }))
        .filter((one) => one !== null),
      weights.count,
    );
  return variablesAt(lowered, problem.rules.reduce((near, rules) => rules.reach(near, problem), likely));
}

/**
 * The variables of a program at given weights; `scale` is the value of the scaling variable, if there is one. Variables
 * that follow from the weights are set, the others are NaN.
 */
export function variablesAt(
  { program, weights, scale }: WeightProgram,
  at: Float64Array,
  { scale: size = 1 }: { readonly scale?: number } = {},
): Float64Array {
  const point = new Float64Array(program.size).fill(NaN);
  point.set(at, weights.offset);
  scale.forEachTerm(0, (column) => point[column] = size);
  program.settle(point);
  return point;
}

type Bounds = ReturnType<WeightProgram["program"]["boundsOf"]>;

interface GuessContext {
  readonly kernels: Kernels;
  /** The bounds of the weights. */
  readonly bounds: Bounds;
}

const PORTFOLIOS: Readonly<Record<GuessPortfolio, (problem: Problem, context: GuessContext) => Float64Array | null>> = {
  minimum_variance: minimumVarianceWeights,
  tangency: tangencyWeights,
  maximum_return: ({ expectedReturns }) => {
    const highest = expectedReturns.indexOf(expectedReturns.reduce((most, one) => Math.max(most, one)));
    return expectedReturns.map((_, i) => i === highest ? 1 : 0);
  },
};

/** The mean of the portfolios; equal weights if there are none. */
function mean(portfolios: readonly Float64Array[], assets: number): Float64Array {
  if (portfolios.length === 0) return new Float64Array(assets).fill(1 / assets);
  const [first] = portfolios;
  return first.map((_, i) => portfolios.reduce((sum, one) => sum + one[i], 0) / portfolios.length);
}

/**
 * The minimum-variance weights under the bounds and the first limit Σ |weight - from| ≤ max that rules imply, whatever
 * the other rules. Without such a limit, or if that is not solved, the long-only minimum-variance weights.
 */
function minimumVarianceWeights(problem: Problem, { kernels, bounds }: GuessContext): Float64Array {
  const { assets, covariance, rules } = problem;
  const n = assets.length;
  const program = { P: covariance, q: new Float64Array(n), budget: 1, ...bounds };
  const [limit] = rules.flatMap((bound) => bound.sizeLimits(problem));
  return (limit && solveWithinSize(kernels.quadratic, program, limit)) ??
    solveBoxQuadratic(kernels.quadratic, { ...program, ...longOnly(n) }).x;
}

function longOnly(n: number): Bounds {
  return { lower: new Float64Array(n), upper: new Float64Array(n).fill(Infinity) };
}

/**
 * The long-only weights of largest Sharpe ratio, without regard to the rules. They are proportional to the y ≥ 0 that
 * maximises (mean - risk-free rate)'y - ½ y'Sy for the covariance S. Null if no asset earns more than the risk-free
 * rate, or the maximum is unbounded.
 */
function tangencyWeights(problem: Problem, { kernels }: GuessContext): Float64Array | null {
  const { assets, covariance, expectedReturns, riskFreeRate } = problem;
  const n = assets.length;
  const { status, x } = solveBoxQuadratic(kernels.quadratic, {
    P: covariance,
    q: expectedReturns.map((mean) => riskFreeRate - mean),
    budget: null,
    ...longOnly(n),
  });
  const sum = x.reduce((total, entry) => total + entry, 0);
  return status === "optimal" && sum > 0 ? x.map((entry) => entry / sum) : null;
}
