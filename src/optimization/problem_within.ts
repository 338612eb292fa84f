import { columnsOf, rowsOf } from "../domain/matrix.ts";
import type { Problem } from "./problem.ts";

/** What a problem has of rules and of what surrounds the assets, where there is nothing of either. */
export const WITHOUT_RULES = {
  benchmark: null,
  startingWeights: null,
  startingWeightOutside: 0,
  short: false,
  rules: [],
  warmStart: null,
} as const;

/** The problem of some of the assets, without rules. */
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
