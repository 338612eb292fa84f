import type { Highs } from "highs";
import type { Kernels } from "../../src/kernels/mod.ts";
import { findConflict } from "../../src/optimization/conflict/find_conflict.ts";
import type { Problem } from "../../src/optimization/problem.ts";
import { withoutWeights } from "../../src/optimization/program/weight_program.ts";
import type { Solution } from "../../src/optimization/solution.ts";
import { SENSE } from "../../tests/support/objectives.ts";
import { solveBy } from "../../tests/support/sample_problem.ts";
import { type AccuracyProgram, problemOfProgram, WEEKS_PER_YEAR } from "./accuracy_program.ts";
import type { Fault, Judgement, Standing } from "./judgement.ts";
import { bestRival, calmestOf, type ReadProgram, type Rivals } from "./best_rival.ts";
import { boundednessBy, growingDirection, recessionOf, stillRows } from "./growing_direction.ts";
import { type PlainValue, plainValue, varianceAt } from "./plain_objective.ts";
import { breachesAt, type PlainRow, plainRules } from "./plain_rules.ts";
import { isKept, repairedWeights } from "./repaired_weights.ts";
import { rivalProgram, type RivalSizes } from "./rival_program.ts";

/** A judgement with the weights that it rests on. */
export interface Judged {
  readonly judgement: Judgement;
  readonly answer: Solution;
  readonly better: Float64Array | null;
}

const RELATIVE = 1e-6;
const OF_TERMS = 1e-9;
const OF_RULES = 1e-9;
/** Of a Sharpe ratio's weights: beyond, nothing is lost by calling them endless. */
const LARGEST_WEIGHT = 1e6;

/** Solves a program and holds the answer against HiGHS, the known point and plain arithmetic. */
export function judgeProgram(
  program: AccuracyProgram,
  { kernels, highs }: { kernels: Kernels; highs: Highs },
): Judged {
  const read = readProgram(program);
  const { problem } = read;
  const started = performance.now();
  const answer = answerOf(program, problem, kernels);
  const elapsedMs = performance.now() - started;
  const rivalStarted = performance.now();
  const found = held(answer, read, { kernels, highs });
  const rivalMs = performance.now() - rivalStarted;
  const asShown = SENSE[program.method] === "min" ? 1 : -1;
  const shown = (cost: number | null | undefined): number | null =>
    cost === null || cost === undefined || !Number.isFinite(cost) ? null : asShown * cost;
  return {
    answer,
    better: found.best?.weights ?? null,
    judgement: {
      seed: program.seed,
      method: program.method,
      families: Object.keys(program.rules.constraints),
      kinds: [...program.kinds],
      isEven: isEven(read.volatilities),
      status: answer.status,
      standing: found.standing,
      fault: found.fault,
      gap: Number.isFinite(found.gap) ? found.gap : null,
      ours: shown(found.ours?.cost),
      best: shown(found.best?.value.cost),
      source: found.best?.source ?? null,
      rivalStatus: found.status,
      elapsedMs: rounded(elapsedMs),
      rivalMs: rounded(rivalMs),
    },
  };
}

/** The answer of the method; what it throws is a finding. */
function answerOf({ method, parameters }: AccuracyProgram, problem: Problem, kernels: Kernels): Solution {
  try {
    return solveBy(method, problem, { kernels, parameters });
  } catch (error) {
    return withoutWeights("failed", error instanceof Error ? error.message : String(error));
  }
}

interface Finding extends Rivals {
  readonly standing: Standing;
  readonly fault: Fault | null;
  readonly gap: number;
  readonly ours: PlainValue | null;
}

interface Tools {
  readonly kernels: Kernels;
  readonly highs: Highs;
}

/** Reads a program by the documented formulas. */
export function readProgram(program: AccuracyProgram): ReadProgram {
  const problem = problemOfProgram(program), { assets, covariance } = problem;
  const annualReturns = problem.expectedReturns.map((mean) => WEEKS_PER_YEAR * mean);
  const rules = plainRules(program.rules, { assets, annualReturns });
  const own: PlainRow[] = program.method === "efficient_return"
    ? [{ name: "target_return", coefficients: annualReturns, min: program.parameters.target_return, max: Infinity }]
    : [];
  return {
    program,
    problem,
    rules: { ...rules, rows: [...rules.rows, ...own] },
    volatilities: Float64Array.from(assets, (_, i) => Math.sqrt(covariance.data[i * (assets.length + 1)])),
  };
}

function held(answer: Solution, read: ReadProgram, tools: Tools): Finding {
  if (answer.status === "failed") return { ...NOTHING, fault: "thrown", standing: "refuted" };
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
  const shown = (answer.objective?.value ?? NaN) * (SENSE[program.method] === "min" ? 1 : -1);
  if (!(Math.abs(shown - ours.cost) <= RELATIVE * Math.abs(ours.cost) + ours.rounding)) {
    return { ...nothing, standing: "refuted", fault: "wrong_value" };
  }
  const sizes = sizesOf(read, weights);
  if (program.method === "efficient_risk") return heldReturn(ours, read, { highs, sizes });
  const isEnough = (rivals: Rivals): boolean => rivals.best !== null && isNoWorse(rivals.best.value, ours);
  const rivals = bestRival(read, { highs, sizes, isEnough });
  const grown = rivals.status === "unbounded" ? grownFrom(weights, read, highs) : null;
  const best = grown ?? rivals.best;
  if (best === null) return { ...nothing, status: rivals.status };
  const gap = gapOf(ours, best.value);
  if (gap > RELATIVE) {
    const isOfTerms = ours.cost - best.value.cost <= OF_TERMS * termsOf(weights, read);
    const fault = isOfTerms ? "cancelled_optimal" : "false_optimal";
    return { ...rivals, best, ours, gap, standing: "refuted", fault };
  }
  return { ...rivals, best, ours, gap, standing: isNoWorse(best.value, ours) ? "agrees" : "alone", fault: null };
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

/** Whether weights answer what was asked; a ratio asks for an excess return. */
function isAnswer(best: Rivals["best"], { program, problem }: ReadProgram): boolean {
  if (best === null || program.method !== "max_sharpe") return best !== null;
  const { cost, rounding } = plainValue(best.weights, { ...program, method: "max_return" }, problem);
  return -cost - problem.riskFreeRate > 4 * rounding;
}

function heldUnbounded(read: ReadProgram, { highs }: Tools): Finding {
  const rivals = bestRival(read, { highs, sizes: sizesOf(read, null), isEnough: hasSolved });
  if (read.program.method === "max_sharpe") return heldEndlessRatio(rivals, read, highs);
  const boundedness = boundednessBy(read, growingDirection(read, highs));
  const finding = { ...rivals, ours: null, gap: 0 };
  if (boundedness === "bounded" && rivals.best !== null) {
    return { ...finding, standing: "refuted", fault: "false_unbounded" };
  }
  return { ...finding, standing: boundedness === "unbounded" ? "agrees" : "alone", fault: null };
}

/** A ratio has no end where volatility vanishes, and no weights that reach it where it is that of a direction. */
function heldEndlessRatio(rivals: Rivals, read: ReadProgram, highs: Highs): Finding {
  const { best } = rivals, finding = { ...rivals, ours: null, gap: 0, fault: null };
  if (earnsStill(read, highs)) return { ...finding, standing: "agrees" };
  if (best === null || !(best.value.rounding < RELATIVE * Math.abs(best.value.cost))) {
    return { ...finding, standing: "alone" };
  }
  if (best.weights.some((weight) => Math.abs(weight) > LARGEST_WEIGHT)) return { ...finding, standing: "agrees" };
  const along = ratioOfDirections(read, highs);
  if (along >= -best.value.cost * (1 - RELATIVE)) return { ...finding, standing: "agrees" };
  return { ...finding, standing: "refuted", fault: "false_unbounded" };
}

/** Whether weights without volatility that keep the rules earn more than the risk-free rate. */
function earnsStill(read: ReadProgram, highs: Highs): boolean {
  const { problem, program } = read, units = read.volatilities.map(() => 1);
  const rules = { ...read.rules, rows: [...read.rules.rows, ...stillRows(read)] };
  const asReturn = { ...program, method: "max_return" };
  const { model, weightsOf } = rivalProgram({
    program: asReturn,
    problem,
    rules,
    units,
    sizes: { risk: 1, excess: 1 },
  });
  const { values } = model.solve(highs);
  const found = values && weightsOf(values), still = found && repairedWeights(found, read.rules);
  if (still === null) return false;
  const { cost, rounding } = plainValue(still, asReturn, problem),
    { variance, rounding: of } = varianceAt(still, problem);
  return variance <= of && -cost - problem.riskFreeRate > rounding;
}

/** The best ratio of weights so large that every limit and the risk-free rate vanish beside them; 0 where none is. */
function ratioOfDirections(read: ReadProgram, highs: Highs): number {
  const { problem } = read, earned = Math.max(...problem.expectedReturns.map(Math.abs)) || 1;
  const earning: PlainRow = { name: "earns", coefficients: problem.expectedReturns, min: earned, max: earned };
  const cone = recessionOf(read.rules, Infinity), program = { ...read.program, method: "min_volatility" };
  const rules = { ...cone, rows: [...cone.rows, earning] }, units = read.volatilities.map(() => 1);
  const sizes = { risk: calmestOf(read.volatilities), excess: 1 };
  const { model, weightsOf } = rivalProgram({ program, problem, rules, units, sizes });
  const { values } = model.solve(highs, { qp_regularization_value: 0 });
  const direction = values && weightsOf(values);
  if (direction === null || !direction.some((entry) => entry !== 0)) return 0;
  const { variance, rounding } = varianceAt(direction, problem);
  return earned / Math.sqrt(Math.max(variance, rounding));
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
  return least > program.parameters.target_volatility * (1 + OF_RULES) + OF_RULES;
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

/** The risk of the answer and what it earns beyond the rate; of the assets where there is none. */
function sizesOf({ problem, volatilities }: ReadProgram, weights: Float64Array | null): RivalSizes {
  const { expectedReturns, riskFreeRate } = problem;
  const { variance } = weights === null ? { variance: 0 } : varianceAt(weights, problem);
  const earned = weights?.reduce((sum, weight, i) => sum + weight * expectedReturns[i], -riskFreeRate) ?? 0;
  const largest = Math.max(...expectedReturns.map((mean) => Math.abs(mean - riskFreeRate)));
  return {
    risk: Math.sqrt(Math.max(variance, 0)) || calmestOf(volatilities),
    excess: earned > 0 ? earned : largest || 1,
  };
}

function isEven(volatilities: Float64Array): boolean {
  return Math.max(...volatilities) <= 1e4 * Math.min(...volatilities);
}

function rounded(ms: number): number {
  return Math.round(100 * ms) / 100;
}
