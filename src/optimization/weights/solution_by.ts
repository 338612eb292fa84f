import type { ProgramAnswer } from "../certify/program_answer.ts";
import { meets, PROOF } from "../certify/proof.ts";
import { keepsLimit } from "../certify/quadratic_limit.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import type { Point } from "../program/point.ts";
import type { Program, Variables } from "../program/program.ts";
import { VANISHING_SCALE } from "../program/rounding.ts";
import { unevennessOf } from "../program/unevenness.ts";
import type { Problem } from "../problem.ts";
import { isNegligible, type ShownProgram, solveWithoutNegligible } from "../refine/solve_without_negligible.ts";
import type { Certificate, Solution } from "../solution.ts";
import { recedes } from "../ways/recedes.ts";
import { shadowPrices } from "./shadow_prices.ts";
import { unprovenDetail } from "./unproven_detail.ts";
import type { WeightObjective } from "./weight_objective.ts";
import { DETAILS, withoutWeights } from "./without_weights.ts";

/** A way to solve a program. */
export type Solve = (program: Program) => ProgramAnswer;

/** A built program over weights, with the objective and the problem that give its answer a meaning. */
export interface BuiltWeights extends ShownProgram {
  readonly objective: WeightObjective;
  readonly problem: Problem;
}

/**
 * Solves a program over weights. Returns the weights, their certificate and shadow prices, or the reason why there are
 * none.
 */
export function solutionBy(solve: Solve, built: BuiltWeights): Solution {
  const { program, weights, scale, limit, objective, problem } = built;
  const answer = solveWithoutNegligible(solve, built);
  const uneven = (sentence: string, found: Float64Array | null, otherwise: string | null = null): string => {
    const clause = unevennessOf(problem, program, found) ?? otherwise;
    return clause === null ? sentence : `${sentence}: ${clause}`;
  };
  if (answer.point === null) {
    const { status } = answer;
    return status === "infeasible" || status === "unbounded"
      ? withoutWeights(status)
      : withoutWeights("not_proven", uneven(DETAILS.not_proven, null));
  }
  const [scaleValue] = scale.evaluate(answer.point.x);
  if (scaleValue < VANISHING_SCALE * Math.min(1, grossOf(answer.point, weights))) {
    return answer.status === "optimal" || recedes(program, answer.point)
      ? withoutWeights("unbounded")
      : withoutWeights("not_proven", `${DETAILS.not_proven}: ever larger weights seem better`);
  }
  const found = weightsAt(answer.point, weights, scaleValue);
  if (!found.every(Number.isFinite)) return withoutWeights("not_proven", uneven(DETAILS.not_proven, null));
  const certificate = certificateOf(answer, largestBreach(found, problem));
  if (Number.isNaN(certificate.primalResidual)) return withoutWeights("not_proven", uneven(DETAILS.not_proven, null));
  if (!(certificate.primalResidual <= PROOF.primal)) {
    const breaking = `The best weights found break a rule by ${certificate.primalResidual}`;
    return withoutWeights("not_proven", uneven(breaking, found));
  }
  if (limit !== null && !keepsLimit(found, { ...limit, offset: limit.offset - weights.offset })) {
    return withoutWeights("not_proven", "The best weights found are not within the limit of the method");
  }
  const value = objective.value(found);
  if (!Number.isFinite(value) && found.every((weight) => weight === 0)) return withoutWeights("not_proven", OF_NOTHING);
  return {
    status: certificate.provenOptimal ? "optimal" : "not_proven",
    detail: certificate.provenOptimal ? null : unprovenDetail(answer, {
      certificate,
      named: (variable) => problem.assets[variable - weights.offset],
      uneven: unevennessOf(problem, program, found),
    }),
    weights: found,
    objective: { name: objective.name, value },
    certificate,
    shadowPrices: shadowPrices(program, answer.point, {
      slope: objective.slope(value),
      families: new Set(problem.rules.map(({ id }) => id)),
    }),
  };
}

const OF_NOTHING = "The best weights found hold no asset, so that the objective is not defined";

/** Σ |x_i| over the variables of the weights, which are weights times the scale. */
function grossOf({ x }: Point, { offset, count }: Variables): number {
  return x.subarray(offset, offset + count).reduce((sum, entry) => sum + Math.abs(entry), 0);
}

function weightsAt({ x }: Point, { offset, count }: Variables, scale: number): Float64Array {
  const weights = x.slice(offset, offset + count);
  for (let i = 0; i < count; i++) {
    const weight = weights[i] / scale;
    weights[i] = isNegligible(weight) ? 0 : weight;
  }
  return weights;
}

function certificateOf(answer: ProgramAnswer, breach: number): Certificate {
  const { primal, dual, gap } = answer.residuals ?? { primal: Infinity, dual: Infinity, gap: Infinity };
  const primalResidual = Math.max(breach, primal);
  return {
    solver: answer.solver,
    iterations: answer.iterations,
    primalResidual,
    dualResidual: dual,
    dualityGap: gap,
    provenOptimal: meets({ primal: primalResidual, dual, gap }),
  };
}
