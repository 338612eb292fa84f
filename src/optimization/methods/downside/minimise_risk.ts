import { type Matrix, timesVector } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/types.ts";
import type { Method } from "../method.ts";
import type { Problem } from "../../problem.ts";
import type { RiskMeasure } from "../../risk/risk_measure.ts";
import type { Solution } from "../../solution.ts";
import { solveWeights, weightProgram, withoutWeights } from "../../program/weight_program.ts";
import { startingGuess } from "../../program/starting_guess.ts";
import { sharesOf } from "../../risk/shares_of.ts";
import { ENFORCED } from "../enforced.ts";

/** The method that minimises a measure of risk over the history, under every rule. */
export function minimiseRisk<Parameters>(
  method: Pick<Method<Parameters>, "id" | "documentation" | "parameters"> & {
    readonly measure: RiskMeasure<Parameters>;
  },
): Method<Parameters> {
  const { id, documentation, parameters, measure } = method;
  return {
    id,
    group: "downside and drawdown",
    documentation,
    parameters,
    needs: {
      assets: 2,
      observations: 2,
      history: true,
      expectedReturns: false,
      benchmark: false,
      startingPortfolio: false,
    },
    enforces: ENFORCED.byRiskMinimisers,
    solve: (problem, values, kernels) => solve(measure, problem, { parameters: values, kernels }),
    riskContributions(problem, weights, values, { core }) {
      if (problem.returns === null) return null;
      const gradient = measure.gradient(problem.returns, timesVector(problem.returns, weights), values, core);
      return sharesOf(gradient.map((slope, i) => slope * weights[i]));
    },
  };
}

function solve<Parameters>(
  measure: RiskMeasure<Parameters>,
  problem: Problem,
  { parameters, kernels }: { parameters: Parameters; kernels: Kernels },
): Solution {
  const { returns } = problem;
  if (returns === null) return withoutWeights("failed", "The method needs a history of returns");
  const lowered = weightProgram(problem);
  const unit = largestReturn(returns) || 1;
  const complete = measure.minimise(lowered.program, lowered.weights, { returns, unit, parameters });
  const guess = (): Float64Array => {
    const start = startingGuess(lowered, problem, { core: kernels.core, likenesses: ["calm"] });
    complete(start);
    return start;
  };
  return solveWeights(lowered, {
    name: measure.objectiveName,
    value: (weights) => measure.value(timesVector(returns, weights), parameters, kernels.core),
    slope: (value) => unit * measure.slope(value / unit),
  }, { problem, kernels, guess });
}

function largestReturn({ data }: Matrix): number {
  let largest = 0;
  for (let k = 0; k < data.length; k++) largest = Math.max(largest, Math.abs(data[k]));
  return largest;
}
