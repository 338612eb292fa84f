import { columnsOf, rowsOf } from "../domain/matrix.ts";
import type { Problem } from "./problem.ts";

/** The fields of a problem without rules, benchmark, starting portfolio and warm start. */
export const WITHOUT_RULES = {
  benchmark: null,
  startingWeights: null,
  startingWeightOutside: 0,
  short: false,
  rules: [],
  warmStart: null,
} as const;

/** The problem of the assets `members`, without rules. */
export function problemWithin(problem: Problem, members: Int32Array): Problem {
  return {
    ...problem,
    ...WITHOUT_RULES,
    assets: Array.from(members, (asset) => problem.assets[asset]),
    returns: problem.returns && columnsOf(problem.returns, members),
    expectedReturns: Float64Array.from(members, (asset) => problem.expectedReturns[asset]),
    covariance: columnsOf(rowsOf(problem.covariance, members), members),
  };
}
