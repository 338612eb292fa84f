import type { Kernels } from "../../../src/kernels/mod.ts";
import { efficientFrontier, type Frontier, type FrontierPoint } from "../../../src/optimization/efficient_frontier.ts";
import { efficientReturn } from "../../../src/optimization/methods/mean_variance/efficient_return.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import type { Program } from "../../../src/optimization/program/program.ts";
import { weightProgram } from "../../../src/optimization/weights/weight_program.ts";
import type { RowAnswer, WorkerRow } from "../row.ts";
import { benchProblem } from "./bench_problem.ts";

const POINTS = 50;
/**
 * Amount, relative to the return of a frontier point, by which the target return is lowered so that rounding cannot
 * make it unreachable.
 */
const ROUNDING = 1e-12;
/**
 * Largest allowed excess of a frontier point's volatility over the proven minimum, as a fraction. It equals the gap of
 * a certificate.
 */
const GAP = 1e-7;

/** Returns the benchmark row of fifty points of the efficient frontier. Mean and covariance are given. */
export function efficientFrontierOf(assets: number): WorkerRow {
  return {
    id: `efficient frontier n=${assets}, ${POINTS} points`,
    shape: { assets, observations: 2_500 },
    prepare(returns, kernels) {
      const problem = benchProblem(returns, kernels);
      const { points } = efficientFrontier(problem, { count: POINTS }, kernels);
      return {
        run() {
          const frontier = efficientFrontier(problem, { count: POINTS }, kernels);
          return () => answerOf(frontier, problem, kernels);
        },
        programs: (points ?? []).map((point) => programOf(point, problem)),
      };
    },
  };
}

/**
 * Returns the mean volatility of the frontier points, and whether each point is proven by a separate program with the
 * same return.
 */
function answerOf({ points }: Frontier, problem: Problem, kernels: Kernels): RowAnswer {
  if (points === null) return { objective: null, proven_optimal: false };
  const proven_optimal = points.every((point) => {
    const target_return = targetOf(point);
    const { status, objective } = efficientReturn.solve(problem, { target_return }, kernels);
    const least = (objective?.value ?? NaN) * Math.sqrt(problem.periodsPerYear);
    return status === "optimal" && point.volatility <= least * (1 + GAP);
  });
  return { objective: points.reduce((sum, { volatility }) => sum + volatility, 0) / points.length, proven_optimal };
}

function programOf(point: FrontierPoint, problem: Problem): Program {
  const { program, weights, scale } = weightProgram(problem);
  const annualReturn = weights.dot(problem.expectedReturns).times(problem.periodsPerYear);
  program.atMost(scale.times(targetOf(point)), annualReturn);
  program.minimizeQuadratic(weights, problem.covariance);
  return program.build();
}

function targetOf(point: FrontierPoint): number {
  return point.return - ROUNDING * Math.abs(point.return);
}
