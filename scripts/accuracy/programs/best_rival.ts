import type { Highs } from "highs";
import { WEEKS_PER_YEAR } from "./accuracy_program.ts";
import { type PlainValue, plainValue, varianceAt } from "./plain_objective.ts";
import { calmestOf, type ReadProgram } from "./read_program.ts";
import { isKept, isSurelyKept, repairedByRows } from "./repaired_weights.ts";
import type { RivalStatus } from "./rival_model.ts";
import { furthestKept, improvedWeights } from "./improved_weights.ts";
import { isStated, rivalProgram } from "./rival_program.ts";
import type { RivalSizes } from "./rival_weights.ts";

/**
 * Weights that satisfy the rules up to rounding, the name of the solver or point that they come from, and their
 * objective.
 */
export interface Candidate {
  readonly source: string;
  readonly weights: Float64Array;
  readonly value: PlainValue;
}

/** Weights that independent solvers found for one random program, against which the optimiser's answer is judged. */
export interface Rivals {
  /**
   * Best weights that satisfy the rules, of those of HiGHS, those of conditional gradients, equal weights, and the
   * weights around which the rules were made. Null where none satisfy the rules.
   */
  readonly best: Candidate | null;
  /** Last status of HiGHS that was not `other`, or `other` where there was none. */
  readonly status: RivalStatus;
}

interface Attempt {
  readonly source: string;
  /** Whether HiGHS measures each weight in a unit inversely proportional to the volatility of the asset. */
  readonly isScaled: boolean;
  /**
   * Unit of risk for HiGHS: the risk of the optimiser's answer, or that of the asset with the lowest volatility above
   * zero.
   */
  readonly risk: "answer" | "calmest";
  readonly options: Readonly<Record<string, number | string | boolean>>;
}

const EXACT = { qp_regularization_value: 0 };

/**
 * Settings of HiGHS, tried in order until the weights found suffice for a verdict. Each setting fails on some programs
 * that another one solves.
 */
const ATTEMPTS: readonly Attempt[] = [
  { source: "HiGHS", isScaled: false, risk: "answer", options: { ...EXACT, ...tolerances(1e-9, 1e-9) } },
  { source: "HiGHS at 1e-6", isScaled: false, risk: "answer", options: { ...EXACT, ...tolerances(1e-6, 1e-9) } },
  {
    source: "HiGHS by the calmest",
    isScaled: false,
    risk: "calmest",
    options: { ...EXACT, ...tolerances(1e-6, 1e-9) },
  },
  {
    source: "HiGHS in units of risk",
    isScaled: true,
    risk: "calmest",
    options: { ...EXACT, ...tolerances(1e-9, 1e-9) },
  },
  {
    source: "HiGHS without presolve",
    isScaled: true,
    risk: "answer",
    options: { ...tolerances(1e-6, 1e-8), presolve: "off" },
  },
];

function tolerances(primal: number, dual: number): Record<string, number> {
  return { primal_feasibility_tolerance: primal, dual_feasibility_tolerance: dual };
}

/**
 * Returns the best weights among those of HiGHS, equal weights, and the known point around which the rules were made.
 * Only weights that satisfy the rules count. The attempts stop as soon as `isEnough` accepts the best so far.
 * Conditional gradients then improve the best weights of a program whose objective or rules HiGHS cannot represent.
 */
export function bestRival(
  read: ReadProgram,
  { highs, sizes, isEnough }: { highs: Highs; sizes: RivalSizes; isEnough: (rivals: Rivals) => boolean },
): Rivals {
  let best: Candidate | null = null, status: RivalStatus = "other";
  const consider = (source: string, weights: Float64Array | null, isKnown = false): void => {
    if (weights === null || !keepsLimits(weights, read, { isKnown })) return;
    const value = plainValue(weights, read.program, read.problem);
    if (best === null || value.cost < best.value.cost) best = { source, weights, value };
  };
  const { knownPoint } = read.program, count = read.problem.assets.length;
  if (knownPoint !== null) consider("known point", Float64Array.from(knownPoint), true);
  consider("equal weights", new Float64Array(count).fill(1 / count));
  const around = (): Float64Array | null => best?.weights ?? null;
  for (const { source, isScaled, risk: of, options } of isStated(read.program) ? ATTEMPTS : []) {
    const risk = of === "answer" ? sizes.risk : calmestOf(read.volatilities);
    const units = read.volatilities.map((volatility) => isScaled ? unitOf(volatility, risk) : 1);
    const { model, weightsOf } = rivalProgram({ ...read, units, sizes: { ...sizes, risk } });
    const answer = model.solve(highs, options);
    const found = answer.values && weightsOf(answer.values);
    if (answer.status !== "other") status = answer.status;
    if (found !== null) consider(source, keptWeights(found, read, around()));
    if (isEnough({ best, status })) return { best, status };
  }
  const start = around();
  if (start !== null && (!isStated(read.program) || read.rules.risks.length > 0)) {
    consider("conditional gradients", improvedWeights(start, read, highs));
  }
  return { best, status };
}

/**
 * Returns weights repaired to satisfy the linear rules. Where other rules exist, moves them from feasible weights
 * towards the repaired ones only as far as those rules allow.
 */
function keptWeights(found: Float64Array, read: ReadProgram, from: Float64Array | null): Float64Array | null {
  const repaired = repairedByRows(found, read.rules);
  if (repaired === null || read.rules.risks.length === 0 || from === null) return repaired;
  const at = (share: number): Float64Array => from.map((weight, i) => weight + share * (repaired[i] - weight));
  return at(furthestKept(at, read));
}

/**
 * Whether weights satisfy the rules and, for the method `efficient_risk`, its largest volatility. The volatility must
 * keep its limit even with its rounding error added, and a nonlinear rule may be missed by a small part of its rounding
 * error. The known point, around which the rules were made, is tested less strictly.
 */
function keepsLimits(
  weights: Float64Array,
  { program, problem, rules }: ReadProgram,
  { isKnown }: { isKnown: boolean },
): boolean {
  if (!(isKnown ? isKept : isSurelyKept)(weights, rules)) return false;
  if (program.method !== "efficient_risk") return true;
  const { variance, rounding } = varianceAt(weights, problem);
  return WEEKS_PER_YEAR * (variance + (isKnown ? 0 : rounding)) <= Number(program.parameters.target_volatility) ** 2;
}

/**
 * Returns the unit of a weight for HiGHS, inversely proportional to the volatility of the asset and limited to 1e-4 …
 * 1e4.
 */
function unitOf(volatility: number, risk: number): number {
  return Math.min(1e4, Math.max(1e-4, risk / (volatility || risk)));
}
