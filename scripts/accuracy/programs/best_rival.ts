import type { Highs } from "highs";
import { WEEKS_PER_YEAR } from "./accuracy_program.ts";
import { type PlainValue, plainValue, varianceAt } from "./plain_objective.ts";
import { calmestOf, type ReadProgram } from "./read_program.ts";
import { isKept, isSurelyKept, repairedByRows } from "./repaired_weights.ts";
import type { RivalStatus } from "./rival_model.ts";
import { furthestKept, improvedWeights } from "./improved_weights.ts";
import { isStated, rivalProgram } from "./rival_program.ts";
import type { RivalSizes } from "./rival_weights.ts";

/** Weights that keep the rules to rounding, and where they come from. */
export interface Candidate {
  readonly source: string;
  readonly weights: Float64Array;
  readonly value: PlainValue;
}

/** What independent ways came to. */
export interface Rivals {
  /** The best that keeps the rules; null where none was found. */
  readonly best: Candidate | null;
  /** The last word of the solver. */
  readonly status: RivalStatus;
}

interface Attempt {
  readonly source: string;
  /** Whether the solver sees weights as the risk that they bring. */
  readonly isScaled: boolean;
  /** Of which risk it sees as 1: that of the answer, or of the calmest asset that has any. */
  readonly risk: "answer" | "calmest";
  readonly options: Readonly<Record<string, number | string | boolean>>;
}

const EXACT = { qp_regularization_value: 0 };

/** One after the other until one agrees: each of them fails at some programs that another solves. */
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
 * The best weights of HiGHS, of the known point and of equal weights, all of which count only as far as they keep the
 * rules. Attempts end where `isEnough` says so of the best.
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

/** Weights by rows, repaired, and as near to them from others as the rules that are no rows allow. */
function keptWeights(found: Float64Array, read: ReadProgram, from: Float64Array | null): Float64Array | null {
  const repaired = repairedByRows(found, read.rules);
  if (repaired === null || read.rules.risks.length === 0 || from === null) return repaired;
  const at = (share: number): Float64Array => from.map((weight, i) => weight + share * (repaired[i] - weight));
  return at(furthestKept(at, read));
}

/**
 * Whether weights keep the rules to rounding and, where the method has one, its largest volatility: past rounding, but
 * for those of which it was made.
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

/** Weights are seen as risk, within reason. */
function unitOf(volatility: number, risk: number): number {
  return Math.min(1e4, Math.max(1e-4, risk / (volatility || risk)));
}
