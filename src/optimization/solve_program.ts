import type { Kernels } from "../kernels/mod.ts";
import type { Program } from "./program/program.ts";
import type { Point } from "./certify/certify.ts";
import { findRay } from "./ways/find_ray.ts";
import { gradientSize } from "./program/objective_scale.ts";
import { magnify } from "./presolve/magnify.ts";
import { polish } from "./refine/polish.ts";
import {
  contradicted,
  judged,
  type JudgedAnswer,
  type ProgramAnswer,
  withCertificate,
  withoutPoint,
} from "./certify/program_answer.ts";
import type { ProgramOptions } from "./program_options.ts";
import { PROOF } from "./certify/proof.ts";
import { provesInfeasible } from "./certify/proves_infeasible.ts";
import type { ReducedAnswer } from "./presolve/reduced_answer.ts";
import { wholeOf } from "./presolve/reduction.ts";
import { hasEpigraphs } from "./ways/tangents/tangent_model.ts";
import { restNorms } from "./presolve/rest_norms.ts";
import { restoreMultipliers } from "./refine/restore_multipliers.ts";
import { solveBudgetProgram } from "./engines/solve_budget_program.ts";
import { hasModelled, solveByModels } from "./ways/orders/solve_by_models.ts";
import { solveChained } from "./engines/solve_chained.ts";
import { solveByCones } from "./engines/solve_by_cones.ts";
import { solveByTangents } from "./ways/tangents/solve_by_tangents.ts";
import { provesNormMissed, solveByPenalty } from "./ways/prices/solve_by_penalty.ts";
import { solveRatio } from "./ways/prices/solve_ratio.ts";
import { solveDense } from "./engines/solve_dense.ts";
import { solveLazily } from "./ways/few/solve_lazily.ts";
import { solveReduced } from "./engines/solve_reduced.ts";
import { solveWithoutHinges } from "./ways/solve_without_hinges.ts";
import { missingLimits, widenLimits } from "./presolve/widen_limits.ts";
import { withoutIdleMultipliers } from "./refine/without_idle_multipliers.ts";
import { withBlocks, withoutBlocks } from "./program/without_blocks.ts";

/** Programs with fewer variables and no hinges are solved whole: leaving some out gains nothing. */
const WORTH_LEAVING_OUT = 100;

/** Variables and rows of the largest program that is worth another solve of the whole after a solver has failed. */
const LARGEST_DENSE = 1200;

/**
 * Solves a convex program and certifies the answer in the caller's units. A budget and bounds alone go to the active
 * set of the core, programs of few rows to its dense solver, all else to the conic solver, large programs by the parts
 * of them that matter; answers are polished on their active set, and the better point is kept. Limits that miss one
 * another by less than may be missed of them are widened by that. What stays unproven is tried by other means.
 */
export function solveProgram(program: Program, kernels: Kernels, options: ProgramOptions = {}): ProgramAnswer {
  const answer = solveByAnyMeans(program, kernels, options);
  return answer.status === "unbounded" ? withSomePoint(program, answer, { kernels, options }) : answer;
}

/** The verdict on a program with equalities in place of norms of 0; null without these, and where it comes to none. */
function solveRested(
  program: Program,
  { iterations }: ProgramAnswer,
  { kernels, options }: { readonly kernels: Kernels; readonly options: ProgramOptions },
): ProgramAnswer | null {
  const rested = restNorms(program);
  if (rested === null) return null;
  const found = solveProgram(rested.program, kernels, options);
  const by = { solver: found.solver, iterations: iterations + found.iterations };
  const answer = found.point === null ? { ...found, ...by } : judged(program, rested.back(found.point), by);
  return answer.status === "not_proven" ? null : answer;
}

/** What a direction without end is worth that is checked: nothing where no point keeps the rows to start from. */
function withSomePoint(
  program: Program,
  answer: ProgramAnswer,
  { kernels, options: { isThorough } }: { readonly kernels: Kernels; readonly options: ProgramOptions },
): ProgramAnswer {
  const withoutCosts = { ...program, linear: new Float64Array(program.size), quadratic: [], settlers: [] };
  const some = solveByAnyMeans(withoutCosts, kernels, isThorough === undefined ? {} : { isThorough });
  if (some.residuals !== null && some.residuals.primal <= PROOF.primal) return answer;
  const status = some.status === "infeasible" ? some.status : "not_proven";
  return withoutPoint(status, answer.solver, answer.iterations + some.iterations);
}

function solveByAnyMeans(program: Program, kernels: Kernels, options: ProgramOptions): ProgramAnswer {
  const given = solveAsGiven(program, kernels, options);
  const answer = given.isContradicted ? solveWidened(program, given, { kernels, options }) : given;
  if (answer.status !== "not_proven" || options.isThorough === false) return answer;
  const solve = (one: Program, own: ProgramOptions): ProgramAnswer => solveProgram(one, kernels, own);
  if (provesNormMissed(program, { ...options, kernels, solve })) {
    return withoutPoint("infeasible", answer.solver, answer.iterations);
  }
  const isMissed = answer.residuals === null || answer.residuals.primal > PROOF.primal;
  const nearest = isMissed ? solveByLeastMiss(program, kernels) : null;
  const last = nearest ?? (hasEpigraphs(program) || hasModelled(program) ? answer : rescued(program, answer, kernels));
  return (last.status === "not_proven" ? solveRested(program, last, { kernels, options }) : null) ?? last;
}

/** What missing the limits costs, times the slopes of an objective: more than anything that it is worth. */
const OVERWHELMING = [1e3, 1e6, 1e9];

/**
 * By how far the limits must be missed: more than they may be, shown by the multipliers of the least, is `infeasible`.
 * Of limits that miss one another by less, the best point of those that miss them by the least is the answer: the
 * multipliers of what that costs show that none is better. Null where neither is shown, as where all can be met.
 */
function solveByLeastMiss(program: Program, kernels: Kernels): ProgramAnswer | null {
  const least = solveLeastMiss(program, kernels);
  if (least === null) return null;
  if (provesInfeasible(program, least.multipliers)) return withoutPoint("infeasible", least.solver, least.iterations);
  // Each price would be as many rounds again.
  if (hasModelled(program)) return null;
  for (const factor of OVERWHELMING) {
    const missing = solveMissing(program, kernels, factor * gradientSize(program));
    if (missing === null) continue;
    const nearest = judged(program, missing.point, missing);
    if (nearest.status === "optimal") return nearest;
  }
  return null;
}

/** Multipliers of the least that limits are missed by. Hinges that stand in none of them say nothing of that. */
function solveLeastMiss(
  program: Program,
  kernels: Kernels,
): Found & { readonly multipliers: Float64Array } | null {
  const { hinges: { row, limits }, blocks } = program;
  const ofHinges = new Set(limits.length === 0 ? row : []);
  const idle = Array.from(blocks.keys()).filter((k) => ofHinges.has(blocks[k].firstRow));
  const least = solveMissing(withoutBlocks(program, idle), kernels, null);
  return least && { ...least, multipliers: withBlocks(program, idle, least.point.z) };
}

/** A point with its multipliers, and what found it. */
interface Found extends Pick<ProgramAnswer, "solver" | "iterations"> {
  readonly point: Point;
}

/**
 * The answer of a program whose limits are missed at a price, or of the least that they are missed by; sought again in
 * the unit of what may be missed, which a solver takes for nothing.
 */
function solveMissing(program: Program, kernels: Kernels, price: number | null): Found | null {
  const missing = missingLimits(program, price);
  const first = solveAsGiven(missing.program, kernels, {});
  if (first.point === null) return null;
  const magnified = magnify(missing.program, first.point.x, PROOF.primal);
  const next = magnified && solveAsGiven(magnified.program, kernels, {});
  const point = magnified && next?.status === "optimal" && next.point ? magnified.back(next.point) : first.point;
  return { point: missing.back(point), solver: first.solver, iterations: first.iterations + (next?.iterations ?? 0) };
}

function solveWidened(
  program: Program,
  given: ProgramAnswer,
  { kernels, options }: { kernels: Kernels; options: ProgramOptions },
): ProgramAnswer {
  const widened = widenLimits(program);
  const { point, solver, iterations } = solveAsGiven(widened.program, kernels, options);
  if (point === null) return given;
  return judged(program, widened.back(point), { solver, iterations: given.iterations + iterations });
}

function solveAsGiven(
  program: Program,
  kernels: Kernels,
  { guess, likely = guess, isThorough, isRough, isStep }: ProgramOptions,
): ProgramAnswer {
  const crossed = largestCrossing(program);
  if (crossed > 0) {
    const answer = withoutPoint(crossed > 2 * PROOF.primal ? "infeasible" : "not_proven", "bounds", 0);
    return { ...answer, isContradicted: answer.status === "not_proven" };
  }
  if (hasEpigraphs(program)) {
    return solveByTangents(program, {
      kernels,
      options: { guess },
      solve: (one, options) => solveProgram(one, kernels, options),
    });
  }
  if (hasModelled(program)) {
    const solve = (one: Program, options: ProgramOptions): ProgramAnswer => solveProgram(one, kernels, options);
    return solveByModels(program, { kernels, guess, solve });
  }
  if (isRough && program.blocks.some(({ cone }) => !cone.isLinear)) {
    const solved = solveByCones(program, kernels, wholeOf(program));
    if (solved.status === "solved") return judged(program, solved.point, solved);
  }
  const byActiveSet = solveBudgetProgram(program, kernels.quadratic);
  if (byActiveSet?.status === "unbounded") {
    const answer = unlimited(program, kernels, byActiveSet);
    if (answer.status === "unbounded") return answer;
  } else if (byActiveSet !== null && byActiveSet.status !== "not_proven") return byActiveSet;
  if (isStep && guess !== undefined && hasPeaksAlone(program)) {
    const solved = solveLazily(program, kernels, { guess: guess(), isStep });
    if (solved.status === "solved") return judged(program, solved.point, solved);
  }
  const isOfFew = guess !== undefined && (isThorough === false ? hasPeaksAlone(program) : hasFewPeaks(program));
  const byChain = isOfFew ? null : solveByChain(program, kernels, likely);
  if (byChain?.status === "optimal") return byChain;
  const isLarge = program.hinges.row.length > 0 || program.size >= WORTH_LEAVING_OUT;
  if (!guess || !isLarge) return proven(program, solveReduced(program, kernels, wholeOf(program)), kernels);
  const near = guess();
  const solve = (one: Program, options: ProgramOptions): ProgramAnswer => solveProgram(one, kernels, options);
  const byChainLast = (): ProgramAnswer | null => isOfFew ? solveByChain(program, kernels, likely) : byChain;
  const answer = solveRatio(program, near, solve) ?? solveByPenalty(program, near, { kernels, solve }) ??
    solveByFew(program, kernels, { near, byChainLast });
  if (answer.status !== "not_proven" || byChain !== null) return answer;
  const last = byChainLast();
  return last?.status === "optimal" ? last : answer;
}

/**
 * By few of the variables and hinges. What a round of that decides may leave it without an end: then by the chain,
 * whose work does not grow with what is undecided, and at last by the whole.
 */
function solveByFew(
  program: Program,
  kernels: Kernels,
  { near, byChainLast }: { readonly near: Float64Array; readonly byChainLast: () => ProgramAnswer | null },
): ProgramAnswer {
  const few = solveLazily(program, kernels, { guess: near });
  if (few.status !== "unsolved") return proven(program, few, kernels);
  const byChain = byChainLast();
  const answer = byChain?.status === "optimal"
    ? byChain
    : proven(program, solveReduced(program, kernels, wholeOf(program)), kernels);
  return { ...answer, iterations: few.iterations + answer.iterations };
}

/** Whether running maxima cost by themselves: of many such programs in turn one shows where the next has its peaks. */
function hasPeaksAlone({ maxima, hinges }: Program): boolean {
  return maxima.length > 0 && hinges.row.length === 0;
}

/** Whether the deepest drawdowns of weights alone cost: few peaks count then, which a guess nearly shows. */
function hasFewPeaks({ maxima, hinges, quadratic, scale }: Program): boolean {
  let isScaled = false;
  scale.forEachTerm(0, () => isScaled = true);
  return maxima.length > 0 && hinges.row.length > 0 && quadratic.length === 0 && !isScaled;
}

function solveByChain(program: Program, kernels: Kernels, near?: () => Float64Array): ProgramAnswer | null {
  const solved = solveChained(program, kernels, near);
  return solved && proven(program, solved, kernels);
}

function largestCrossing({ lower, upper }: Program): number {
  return lower.reduce((most, low, j) => Math.max(most, low - upper[j]), 0);
}

/** What a solver's word that nothing stops the objective comes to: `unbounded` where a ray that is checked says so. */
function unlimited(
  program: Program,
  kernels: Kernels,
  { solver, iterations }: Pick<ProgramAnswer, "solver" | "iterations">,
): ProgramAnswer {
  const status = findRay(program, kernels) === null ? "not_proven" : "unbounded";
  return withoutPoint(status, solver, iterations);
}

/** An answer of a solver, polished and judged, by multipliers near its own where those leave costs. */
function proven(program: Program, solved: ReducedAnswer, kernels: Kernels): ProgramAnswer {
  const { status, solver, iterations } = solved;
  if (status === "unsolved") return withoutPoint("not_proven", solver, iterations);
  if (status === "unbounded") return unlimited(program, kernels, { solver, iterations });
  if (status === "infeasible") return contradicted(program, solved.multipliers, { solver, iterations });
  const polished = polish(program, solved.point, kernels);
  const answer = withCertificate(polished, { solver, iterations: iterations + polished.iterations });
  return answer.status === "optimal" ? answer : byNearMultipliers(program, answer) ?? answer;
}

/** The answer as multipliers near its own prove it; null where they do not. */
function byNearMultipliers(program: Program, answer: JudgedAnswer): JudgedAnswer | null {
  const { point: { x }, residuals: { primal, dual } } = answer;
  if (!(primal <= PROOF.primal && dual <= PROOF.dual)) return null;
  for (const near of [withoutIdleMultipliers, restoreMultipliers]) {
    const z = near(program, answer.point), better = z && judged(program, { x, z }, answer);
    if (better?.status === "optimal") return better;
  }
  return null;
}

/**
 * What else may prove an answer: that no hinge costs anything, or another solver of the whole, however slow. Where
 * columns far larger than the rest stand at their bounds, their scale hides the rest: the last tries leave it out.
 */
function rescued(program: Program, answer: ProgramAnswer, kernels: Kernels): ProgramAnswer {
  const hasHinges = program.hinges.row.length > 0, isSmall = program.size + program.rows.length <= LARGEST_DENSE;
  const attempts = [
    () => hasHinges ? solveWithoutHinges(program, kernels) : null,
    () => hasHinges && isSmall ? solveByCones(program, kernels, wholeOf(program)) : null,
    () => isSmall ? solveByCones(program, kernels, wholeOf(program), { scaling: "none" }) : null,
    () => isSmall ? solveByCones(program, kernels, wholeOf(program), { scaling: "both" }) : null,
    () => solveDense(program, kernels, wholeOf(program), (variables, rows) => variables + rows <= LARGEST_DENSE),
  ];
  for (const attempt of attempts) {
    const solved = attempt();
    if (solved === null) continue;
    const better = proven(program, solved, kernels);
    if (better.status !== "not_proven") return { ...better, iterations: answer.iterations + better.iterations };
  }
  return isSmall ? refined(program, answer, kernels) : answer;
}

/** Units of the steps from a point in which what is left to gain, too little for a solver, is of a size near 1. */
const STEP_UNITS = [1e-4, 1e-7];

/** An answer solved for again in ever smaller steps from the best point before; itself where none is proven. */
function refined(program: Program, answer: ProgramAnswer, kernels: Kernels): ProgramAnswer {
  let { point } = answer, { iterations } = answer;
  for (const unit of STEP_UNITS) {
    const magnified = point && magnify(program, point.x, unit);
    const next = magnified && solveAsGiven(magnified.program, kernels, {});
    if (!magnified || !next || next.point === null) break;
    iterations += next.iterations;
    const polished = polish(program, magnified.back(next.point), kernels);
    const better = withCertificate(polished, { solver: next.solver, iterations });
    if (better.status !== "not_proven") return better;
    ({ point } = better);
  }
  return answer;
}
