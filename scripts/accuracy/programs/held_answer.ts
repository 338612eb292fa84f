import type { Highs } from "highs";
import { LARGEST_NUMBER } from "../../../src/domain/bounded_number.ts";
import type { Kernels } from "../../../src/kernels/mod.ts";
import { findConflict } from "../../../src/optimization/conflict/find_conflict.ts";
import type { Solution } from "../../../src/optimization/solution.ts";
import { WEEKS_PER_YEAR } from "./accuracy_program.ts";
import { bestRival, type Rivals } from "./best_rival.ts";
import { hasEndlessRatio } from "./endless_ratio.ts";
import { boundednessBy, growingDirection } from "./growing_direction.ts";
import type { Fault, Standing } from "./judgement.ts";
import { costsAt, type PlainValue, plainValue, signOf, varianceAt } from "./plain_objective.ts";
import { breachesAt, type PlainRow } from "./plain_rules.ts";
import { ratioBoundedness } from "./ratio_boundedness.ts";
import { isRatioToRisk, type ReadProgram, sizesOf } from "./read_program.ts";
import { isKept, repairedWeights } from "./repaired_weights.ts";
import { improvedWeights } from "./improved_weights.ts";
import { OF_TREES } from "./wider_draws.ts";
import { isStated } from "./rival_program.ts";
import type { RivalSizes } from "./rival_weights.ts";
import { summed } from "./summed.ts";

/**
 * Tolerances for a missed optimum: relative to the objective, relative to its terms where these cancel, and relative to
 * the smallest objective above 0 of a single asset. A miss beyond the first that is within one of the others is the
 * fault `cancelled_optimal`, which no promise forbids.
 */
const RELATIVE = 1e-6, OF_TERMS = 1e-9, OF_LEAST = 1e-12;
/** Largest amount by which an answer of the optimiser may break a rule beyond rounding, in the unit of the rule. */
const OF_RULES = 1e-9;

/** Verdict on an answer after comparison with independent solvers. */
export interface Finding extends Rivals {
  readonly standing: Standing;
  readonly fault: Fault | null;
  /**
   * Amount by which the best known objective is better than that of the optimiser's answer, beyond rounding and
   * relative to the size of the best known. 0 where it is not better.
   */
  readonly gap: number;
  readonly ours: PlainValue | null;
}

/** Solvers and numeric kernels that the comparison of an answer uses. */
export interface Tools {
  readonly kernels: Kernels;
  readonly highs: Highs;
}

/**
 * Compares an answer of the optimiser with HiGHS, with the weights around which the random rules were made, and with
 * plain arithmetic, and returns the verdict.
 */
export function heldAnswer(answer: Solution, read: ReadProgram, tools: Tools): Finding {
  if (OF_TREES.includes(read.program.method)) return heldTree(answer, read, tools);
  // The method may fail where an asset has constant returns, because its correlations are undefined.
  if (answer.status === "failed") return read.volatilities.includes(0) ? { ...NOTHING, standing: "open" } : THROWN;
  if (answer.certificate?.solver.includes("threw")) return THROWN;
  if (answer.status === "infeasible") return heldInfeasible(read, tools);
  const conflict = falseConflict(read, tools.kernels);
  if (conflict) return { ...NOTHING, fault: "false_conflict", standing: "refuted" };
  if (answer.status === "unbounded") return heldUnbounded(read, tools);
  if (answer.status === "optimal" && answer.weights !== null) return heldOptimal(answer.weights, answer, read, tools);
  const { weights } = answer;
  const ours = weights && plainValue(weights, read.program, read.problem);
  const rivals = bestRival(read, { highs: tools.highs, sizes: sizesOf(read, weights), isEnough: hasSolved });
  const gap = ours !== null && rivals.best !== null ? gapOf(ours, rivals.best.value) : 0;
  return { ...rivals, standing: "open", fault: null, gap, ours };
}

const NOTHING: Finding = { best: null, status: "other", standing: "alone", fault: null, gap: 0, ours: null };

/** Verdict on a method that throws, of whose solver a part threw, or that fails without an accepted reason. */
export const THROWN: Finding = { ...NOTHING, fault: "thrown", standing: "refuted" };

/**
 * Returns the verdict on the answer of a hierarchical method: its weights must satisfy the rules, but are not compared
 * with the method's formula. An answer `infeasible` is refuted by weights that satisfy the rules; any other answer
 * without weights must give a reason.
 */
function heldTree({ status, detail, weights }: Solution, read: ReadProgram, tools: Tools): Finding {
  if (status === "infeasible") {
    return heldInfeasible({ ...read, program: { ...read.program, method: "max_return", parameters: {} } }, tools);
  }
  if (weights === null) return detail === null ? THROWN : { ...NOTHING, standing: "open" };
  return breaksRule(weights, read) ? { ...NOTHING, standing: "refuted", fault: "broken_rule" } : NOTHING;
}

function hasSolved({ best, status }: Rivals): boolean {
  return status === "infeasible" || (best !== null && best.source.startsWith("HiGHS"));
}

/**
 * Whether the optimiser reports a conflict between rules although the weights around which the random rules were made
 * satisfy them.
 */
function falseConflict({ program: { knownPoint }, problem, rules }: ReadProgram, kernels: Kernels): boolean {
  if (knownPoint === null || !isKept(Float64Array.from(knownPoint), rules)) return false;
  return findConflict(problem, kernels) !== null;
}

function heldOptimal(weights: Float64Array, answer: Solution, read: ReadProgram, { highs }: Tools): Finding {
  const { program, problem } = read;
  const ours = plainValue(weights, program, problem);
  const nothing = { ...NOTHING, ours };
  if (breaksRule(weights, read)) return { ...nothing, standing: "refuted", fault: "broken_rule" };
  const shown = (answer.objective?.value ?? NaN) * (signOf(program));
  // An objective whose terms cancel to rounding may be shown as exactly zero.
  const cancelled = shown === 0 ? OF_TERMS * termsOf(weights, read) : 0;
  if (!(Math.abs(shown - ours.cost) <= RELATIVE * Math.abs(ours.cost) + ours.rounding + cancelled)) {
    return { ...nothing, standing: "refuted", fault: "wrong_value" };
  }
  const sizes = sizesOf(read, weights);
  if (program.method === "efficient_risk") return heldReturn(ours, read, { highs, sizes });
  const isEnough = (rivals: Rivals): boolean => rivals.best !== null && isNoWorse(rivals.best.value, ours);
  const rivals = bestRival(read, { highs, sizes, isEnough });
  const grown = rivals.status === "unbounded" ? grownFrom(weights, read, highs) : null;
  const best = grown ?? betterThan(ours, weights, { read, highs }) ?? rivals.best;
  if (best === null) return { ...nothing, status: rivals.status };
  const gap = gapOf(ours, best.value);
  if (gap > RELATIVE) {
    const mostMissed = Math.max(OF_TERMS * termsOf(weights, read), OF_LEAST * leastAlone(read));
    const fault = ours.cost - best.value.cost <= mostMissed ? "cancelled_optimal" : "false_optimal";
    return { ...rivals, best, ours, gap, standing: "refuted", fault };
  }
  return { ...rivals, best, ours, gap, standing: isNoWorse(best.value, ours) ? "agrees" : "alone", fault: null };
}

/**
 * Returns the weights that conditional gradients reach from an answer, for a program whose objective or rules HiGHS
 * cannot represent. Returns null for any other program, and where the weights gain no more than the tolerance.
 */
function betterThan(
  ours: PlainValue,
  weights: Float64Array,
  { read, highs }: { read: ReadProgram; highs: Highs },
): Rivals["best"] {
  const found = isStated(read.program) && read.rules.risks.length === 0 ? null : improvedWeights(weights, read, highs);
  if (found === null || !isKept(found, read.rules)) return null;
  const value = plainValue(found, read.program, read.problem);
  return gapOf(ours, value) > RELATIVE ? { source: "conditional gradients", weights: found, value } : null;
}

/**
 * Returns the verdict on the method `efficient_risk`. Weights that earn more within the same volatility refute the
 * answer; the search minimises volatility among weights that earn more.
 */
function heldReturn(
  ours: PlainValue,
  read: ReadProgram,
  { highs, sizes }: { highs: Highs; sizes: RivalSizes },
): Finding {
  const { problem, rules } = read;
  const beyond = -ours.cost + 2 * RELATIVE * Math.abs(ours.cost) + 2 * ours.rounding;
  const better: PlainRow = { name: "better", coefficients: problem.expectedReturns, min: beyond, max: Infinity };
  const demanding = { ...read, rules: { ...rules, rows: [...rules.rows, better] } };
  const isEnough = ({ best, status }: Rivals): boolean => best !== null || status !== "other";
  const rivals = bestRival(demanding, { highs, sizes, isEnough });
  const gap = rivals.best === null ? 0 : gapOf(ours, rivals.best.value);
  if (gap > RELATIVE) return { ...rivals, ours, gap, standing: "refuted", fault: "false_optimal" };
  return { ...rivals, ours, gap, standing: rivals.status === "other" ? "alone" : "agrees", fault: null };
}

function heldInfeasible(read: ReadProgram, { highs }: Tools): Finding {
  const isEnough = ({ best, status }: Rivals): boolean => status === "infeasible" || isAnswer(best, read);
  const rivals = bestRival(read, { highs, sizes: sizesOf(read, null), isEnough });
  if (isAnswer(rivals.best, read)) {
    return { ...rivals, ours: null, gap: 0, standing: "refuted", fault: "false_infeasible" };
  }
  // The weights of lowest volatility that HiGHS found exceed the volatility limit, so the program has no solution.
  const isTooVolatile = read.program.method === "efficient_risk" && rivals.status === "optimal";
  const standing = rivals.status === "infeasible" || isTooVolatile ? "agrees" : "alone";
  return { ...rivals, best: null, ours: null, gap: 0, standing, fault: null };
}

/**
 * Whether weights are a valid answer of the method in the comparison. A ratio needs an excess return above its rounding
 * error.
 */
function isAnswer(best: Rivals["best"], { gains, problem }: ReadProgram): boolean {
  if (best === null) return false;
  // Weights beyond the largest number that a request may contain satisfy even contradictory rules by rounding.
  if (best.weights.some((weight) => Math.abs(weight) > LARGEST_NUMBER)) return false;
  if (gains === null) return Number.isFinite(best.value.cost);
  const { sum, rounding } = summed(gains.coefficients, best.weights);
  return sum - costsAt(best.weights, problem) - gains.cost > 4 * (rounding + Number.EPSILON * Math.abs(gains.cost));
}

function heldUnbounded(read: ReadProgram, { highs }: Tools): Finding {
  const rivals = bestRival(read, { highs, sizes: sizesOf(read, null), isEnough: hasSolved });
  if (rivals.best?.value.cost === -Infinity) return { ...rivals, ours: null, gap: 0, standing: "agrees", fault: null };
  // HiGHS cannot represent weights without risk, at which these ratios are unbounded.
  const isUnclear = isRatioToRisk(read.program) || read.program.method === "max_information_ratio" ||
    !isStated(read.program) || read.rules.risks.length > 0;
  const boundedness = isUnclear
    ? "unclear"
    : read.gains !== null
    ? ratioBoundedness(rivals.best, read.gains, { read, highs })
    : boundednessBy(read, growingDirection(read, highs));
  const finding = { ...rivals, ours: null, gap: 0 };
  if (isUnclear && read.gains !== null && rivals.best !== null && hasEndlessRatio(read, read.gains, highs)) {
    return { ...finding, standing: "agrees", fault: null };
  }
  const isClear = rivals.best !== null && rivals.best.value.rounding <= RELATIVE * Math.abs(rivals.best.value.cost);
  if (boundedness === "bounded" && isClear) {
    return { ...finding, standing: "refuted", fault: "false_unbounded" };
  }
  return { ...finding, standing: boundedness === "unbounded" ? "agrees" : "alone", fault: null };
}

/** Returns weights far along a direction in which the objective gains without end, or null where there is none. */
function grownFrom(weights: Float64Array, read: ReadProgram, highs: Highs): Rivals["best"] {
  const best = growingDirection(read, highs);
  if (best === null || boundednessBy(read, best) !== "unbounded") return null;
  const far = repairedWeights(weights.map((weight, i) => weight + 100 * best.direction[i]), read.rules);
  return far && { source: "direction", weights: far, value: plainValue(far, read.program, read.problem) };
}

function breaksRule(weights: Float64Array, { program, problem, rules }: ReadProgram): boolean {
  if (breachesAt(weights, rules).some(({ breach, rounding }) => breach > OF_RULES + rounding)) return true;
  if (program.method !== "efficient_risk") return false;
  const { variance, rounding } = varianceAt(weights, problem);
  const least = Math.sqrt(WEEKS_PER_YEAR * Math.max(0, variance - rounding));
  return least > Number(program.parameters.target_volatility) * (1 + OF_RULES) + OF_RULES;
}

/**
 * Returns how much better the second objective is than the first, beyond rounding and relative to its own size. 0 where
 * it is not better.
 */
function gapOf(ours: PlainValue, best: PlainValue): number {
  const gap = ours.cost - best.cost - ours.rounding - best.rounding;
  return gap > 0 ? gap / Math.abs(best.cost) : 0;
}

function isNoWorse(best: PlainValue, ours: PlainValue): boolean {
  return best.cost - ours.cost <= RELATIVE * Math.abs(ours.cost) + ours.rounding + best.rounding;
}

/**
 * Returns the sum of the absolute objective values that each holding would have on its own. It measures the terms of an
 * objective that cancel.
 */
function termsOf(weights: Float64Array, { program, problem }: ReadProgram): number {
  return weights.reduce((sum, weight, i) => {
    const alone = weights.map((_, j) => i === j ? Math.abs(weight) : 0);
    const { cost } = weight === 0 ? { cost: 0 } : plainValue(alone, program, problem);
    return sum + (Number.isFinite(cost) ? Math.abs(cost) : 0);
  }, 0);
}

/** Returns the smallest absolute objective value above zero of a portfolio that holds a single asset. */
function leastAlone({ program, problem }: ReadProgram): number {
  const costs = problem.assets.map((_, i) => {
    const { cost } = plainValue(Float64Array.from(problem.assets, (_, j) => i === j ? 1 : 0), program, problem);
    return Math.abs(cost);
  });
  const [least = 0] = costs.filter((cost) => cost > 0 && Number.isFinite(cost)).toSorted((a, b) => a - b);
  return least;
}
