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
import { breachesAt, type PlainRow, summed } from "./plain_rules.ts";
import { ratioBoundedness } from "./ratio_boundedness.ts";
import { isRatioToRisk, type ReadProgram, sizesOf } from "./read_program.ts";
import { isKept, repairedWeights } from "./repaired_weights.ts";
import { improvedWeights } from "./improved_weights.ts";
import { OF_TREES } from "./wider_draws.ts";
import { isStated } from "./rival_program.ts";
import type { RivalSizes } from "./rival_weights.ts";

/**
 * By how much an optimum may be missed, relative to its size; the same of its terms where these cancel, and of what the
 * asset costs alone that costs least, beside which an optimum of 0 is missed by nothing.
 */
const RELATIVE = 1e-6, OF_TERMS = 1e-9, OF_LEAST = 1e-12;
/** By how much a rule may be missed, in its own unit. */
const OF_RULES = 1e-9;

/** What an answer came to beside others. */
export interface Finding extends Rivals {
  readonly standing: Standing;
  readonly fault: Fault | null;
  /** By how much the best known is better, relative to its size, past rounding; 0 where it is not. */
  readonly gap: number;
  readonly ours: PlainValue | null;
}

/** What solves. */
export interface Tools {
  readonly kernels: Kernels;
  readonly highs: Highs;
}

/** Holds an answer against HiGHS, the known point and plain arithmetic. */
export function heldAnswer(answer: Solution, read: ReadProgram, tools: Tools): Finding {
  if (OF_TREES.includes(read.program.method)) return heldTree(answer, read, tools);
  // Of an asset that stands still there are no correlations, which a method may say.
  if (answer.status === "failed") return read.volatilities.includes(0) ? { ...NOTHING, standing: "open" } : THROWN;
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

/** What a method that throws comes to. */
export const THROWN: Finding = { ...NOTHING, fault: "thrown", standing: "refuted" };

/** Weights of a formula, which keep their bounds; where there are none, a sentence says why. */
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

/** Whether the rules are said to conflict though a known point keeps them. */
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
  // What is left of terms that cancel is shown as none.
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

/** What conditional gradients make of the weights of an answer; null where they gain no more than may be missed. */
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

/** A return within a volatility is refuted by weights that earn more within it: by the calmest of those that do. */
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
  // The calmest weights of the solver are beyond the volatility that was asked for.
  const isTooVolatile = read.program.method === "efficient_risk" && rivals.status === "optimal";
  const standing = rivals.status === "infeasible" || isTooVolatile ? "agrees" : "alone";
  return { ...rivals, best: null, ours: null, gap: 0, standing, fault: null };
}

/** Whether weights answer what was asked; a ratio asks for something to divide. */
function isAnswer(best: Rivals["best"], { gains, problem }: ReadProgram): boolean {
  if (best === null) return false;
  // Beyond the largest weights that a request may name rounding keeps rules that contradict one another.
  if (best.weights.some((weight) => Math.abs(weight) > LARGEST_NUMBER)) return false;
  if (gains === null) return Number.isFinite(best.value.cost);
  const { sum, rounding } = summed(gains.coefficients, best.weights);
  return sum - costsAt(best.weights, problem) - gains.cost > 4 * (rounding + Number.EPSILON * Math.abs(gains.cost));
}

function heldUnbounded(read: ReadProgram, { highs }: Tools): Finding {
  const rivals = bestRival(read, { highs, sizes: sizesOf(read, null), isEnough: hasSolved });
  if (rivals.best?.value.cost === -Infinity) return { ...rivals, ours: null, gap: 0, standing: "agrees", fault: null };
  // Weights without risk, which other ratios have for their end, are no optimum of anything that the solver is asked.
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

/** Weights far along a direction in which the objective gains without end, where there is one. */
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

/** By how much the second is better than the first past rounding, relative to its size. */
function gapOf(ours: PlainValue, best: PlainValue): number {
  const gap = ours.cost - best.cost - ours.rounding - best.rounding;
  return gap > 0 ? gap / Math.abs(best.cost) : 0;
}

function isNoWorse(best: PlainValue, ours: PlainValue): boolean {
  return best.cost - ours.cost <= RELATIVE * Math.abs(ours.cost) + ours.rounding + best.rounding;
}

/** What the assets held are worth to the objective one by one. */
function termsOf(weights: Float64Array, { program, problem }: ReadProgram): number {
  return weights.reduce((sum, weight, i) => {
    const alone = weights.map((_, j) => i === j ? Math.abs(weight) : 0);
    const { cost } = weight === 0 ? { cost: 0 } : plainValue(alone, program, problem);
    return sum + (Number.isFinite(cost) ? Math.abs(cost) : 0);
  }, 0);
}

/** What the whole in the one asset costs that costs least of those that cost anything. */
function leastAlone({ program, problem }: ReadProgram): number {
  const costs = problem.assets.map((_, i) => {
    const { cost } = plainValue(Float64Array.from(problem.assets, (_, j) => i === j ? 1 : 0), program, problem);
    return Math.abs(cost);
  });
  const [least = 0] = costs.filter((cost) => cost > 0 && Number.isFinite(cost)).toSorted((a, b) => a - b);
  return least;
}
