import type { Kernels } from "../../kernels/mod.ts";
import type { Point } from "../program/point.ts";
import { meets, PROOF } from "../certify/proof.ts";
import { constrainByRules, largestBreach } from "../program/constrain_by_rules.ts";
import { Affine, type Program, type Variables } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { ProgramAnswer } from "../certify/program_answer.ts";
import type { Problem } from "../problem.ts";
import type { Certificate, Solution } from "../solution.ts";
import { recedes } from "../ways/recedes.ts";
import { keepsLimit, type QuadraticLimit, withinLimit } from "../certify/quadratic_limit.ts";
import { isNegligible, type ShownProgram, solveWithoutNegligible } from "../refine/solve_without_negligible.ts";
import { shadowPrices } from "./shadow_prices.ts";
import { unprovenDetail } from "./unproven_detail.ts";
import { DETAILS, withoutWeights } from "./without_weights.ts";
import { endedDetail, searchWeights, supportRulesOf, withSearch } from "./search_weights.ts";
import { unevennessOf } from "../program/unevenness.ts";
import { missesLimit, solveByTradeOff } from "../ways/prices/solve_by_trade_off.ts";
import type { ProgramOptions, Purpose } from "../program_options.ts";
import type { RulesBeside } from "../ways/integers/rules_beside.ts";
import { solveProgram } from "../solve_program.ts";
import { VANISHING_SCALE } from "../program/rounding.ts";

/** A program whose variables are weights, or weights times a scaling variable. */
export interface WeightProgram {
  readonly program: ProgramBuilder;
  readonly weights: Variables;
  /** 1, or the scaling variable of a homogenised method. */
  readonly scale: Affine;
}

/** What the program's objective means to a user. */
export interface WeightObjective {
  readonly name: string;
  /** Per period, from the weights alone. */
  value(weights: Float64Array): number;
  /** Derivative of the value by the program's objective, at the value. */
  slope(value: number): number;
  /** What the value is at least, whatever the weights. */
  readonly least?: number;
  /** A limit of the method's own on a quadratic form of the weights. */
  readonly limit?: QuadraticLimit;
}

/** A program over weights under the rules of a problem. */
export function weightProgram(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  const scale = Affine.constant(1);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/**
 * Solves a program over weights; `guess` makes a start for all of its variables, where one is worth its while. What is
 * not proven under a limit of the method's own, or cannot be within it, is solved by what trades the objective for
 * the limit, then by any means.
 */
export function solveWeights(
  lowered: WeightProgram,
  objective: WeightObjective,
  { problem, kernels, beside, workAtMost, ...start }:
    & {
      readonly problem: Problem;
      readonly kernels: Kernels;
      /** Rules that the program leaves out and a search keeps. */
      readonly beside?: RulesBeside;
      /** Of a search, in entries; where none is given what an answer is worth. */
      readonly workAtMost?: number;
    }
    & Start,
): Solution {
  const program = lowered.program.build(), { limit = null } = objective;
  const built = { ...lowered, program, limit, objective, problem, kernels };
  const rules = supportRulesOf(problem);
  if (rules === null) return provenByLeast(solveBuilt(built, start), objective);
  const searched = { ...built, rules, beside: beside ?? null, ...workAtMost && { workAtMost } };
  const found = searchWeights(searched, start.guess);
  if (found.status === "unbounded" || found.status === "infeasible") return withoutWeights(found.status);
  if (found.best === null) return withoutWeights("not_proven", endedDetail(found));
  const { program: held, point } = found.best;
  const solution = withSearch(
    solveBuilt({ ...built, program: held }, { guess: () => point.x }),
    found,
    objective.slope,
  );
  return provenByLeast(solution, objective);
}

/** Weights whose value is the least there is are best, which multipliers of 0 prove: no rule costs anything. */
function provenByLeast(solution: Solution, { least = -Infinity }: WeightObjective): Solution {
  const { objective, certificate, shadowPrices } = solution;
  if (objective === null || certificate === null || !(objective.value <= least)) return solution;
  const { search } = certificate;
  return {
    ...solution,
    status: "optimal",
    detail: null,
    certificate: {
      ...certificate,
      dualResidual: 0,
      dualityGap: 0,
      provenOptimal: true,
      ...search && { search: { ...search, bound: least } },
    },
    shadowPrices: new Map(Array.from(shadowPrices.keys(), (key) => [key, 0])),
  };
}

type Start = Pick<ProgramOptions, "guess" | "likely">;

function solveBuilt(built: BuiltWeights, { guess, likely }: Start): Solution {
  const { program, limit, kernels } = built;
  const by = (solve: Solve): Solution => solutionBy(solve, built);
  const byProgram = (purpose: Purpose): Solution =>
    by((one) => withinLimit(solveProgram(one, kernels, { guess, likely, purpose }), limit));
  if (limit === null) return byProgram("shown");
  const byTradeOff = (): Solution => by((one) => solveByTradeOff(one, limit, { kernels, guess }));
  const attempts = missesLimit(program, limit, { kernels, guess })
    ? [byTradeOff, () => byProgram("shown")]
    : [() => byProgram("part"), byTradeOff, () => byProgram("shown")];
  let solution = withoutWeights("not_proven");
  for (const attempt of attempts) {
    if (solution.status !== "not_proven") break;
    const next = attempt();
    if (next.status !== "not_proven" || next.weights !== null || solution.weights === null) solution = next;
  }
  return solution;
}

type Solve = (program: Program) => ProgramAnswer;

/** A program over weights that is built, and what its answer means. */
export interface BuiltWeights extends ShownProgram {
  readonly objective: WeightObjective;
  readonly problem: Problem;
}

function solutionBy(solve: Solve, built: BuiltWeights): Solution {
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

/** The sizes of the weights times the scale together. */
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
