import type { Kernels } from "../../kernels/mod.ts";
import type { Point } from "../program/point.ts";
import { polish } from "./polish.ts";
import { excess, PROOF } from "../certify/proof.ts";
import { restore } from "./restore.ts";
import { judged, type ProgramAnswer } from "../certify/program_answer.ts";
import { withoutInactiveMultipliers } from "./without_inactive_multipliers.ts";
import { type QuadraticLimit, withinLimit } from "../certify/quadratic_limit.ts";
import type { Affine, Program, Variables } from "../program/program.ts";
import { NEGLIGIBLE_WEIGHT } from "../program/rounding.ts";

/** Tells whether a weight is shown as 0. */
export function isNegligible(weight: number): boolean {
  return Math.abs(weight) < NEGLIGIBLE_WEIGHT;
}

/**
 * A point that misses a limit by more than this share of the tolerance is restored, because the report evaluates each
 * rule again from the weights and shows its slack.
 */
const NEAR_MISS = 0.5;

/**
 * Restoring the limits may bring back weights that count as 0. They are set to 0 and the limits restored again, at most
 * this many times.
 */
const RESTORATIONS = 3;

/** An answer whose weights are 0 or large enough to be shown. */
export interface ShownAnswer extends ProgramAnswer {
  /** Variables that a better answer holds, with weights too small to be shown. */
  readonly missed?: readonly number[];
}

/**
 * A program over weights, the quadratic limit that its points must keep, and the scaling variable that weights are
 * divided by.
 */
export interface ShownProgram {
  readonly program: Program;
  readonly weights: Variables;
  readonly scale: Affine;
  readonly limit: QuadraticLimit | null;
  readonly kernels: Kernels;
}

type Solve = (program: Program) => ProgramAnswer;

/**
 * Solves a program and sets weights that count as 0 to 0. If the point is then not proven, for example because the
 * budget is missed, solves again without these weights, and then without all weights that are shown as 0, in case
 * others take their place. If the small weights matter, as with assets far more volatile than all others, the answer is
 * the best point without them that keeps the rules, not proven.
 */
export function solveWithoutNegligible(solve: Solve, shown: ShownProgram): ShownAnswer {
  const answer = solve(shown.program);
  const { point } = answer;
  if (point === null) return answer;
  const small = smallWeights(point.x, shown), negligible = small.filter((j) => point.x[j] !== 0);
  if (negligible.length === 0) {
    return answer.status === "not_proven" ? restored(point.x, answer, shown) ?? answer : answer;
  }
  const x = point.x.slice();
  for (const j of negligible) x[j] = 0;
  const cleared = withinLimit(judged(shown.program, { x, z: point.z }, answer, point.x), shown.limit);
  if (cleared.status === "optimal" && (cleared.residuals?.primal ?? 0) <= NEAR_MISS * PROOF.primal) return cleared;
  const exact = restored(x, answer, shown) ?? (cleared.status === "optimal" ? cleared : null);
  if (exact !== null) return exact;
  const lawful: ProgramAnswer[] = [];
  for (const leftOut of [negligible, small]) {
    const answers = answersWithout(leftOut, solve, { shown, whole: point, iterations: answer.iterations });
    const shownWhole = answers.filter((one) => isShownWhole(one, shown));
    const proven = shownWhole.find(({ status }) => status === "optimal");
    if (proven !== undefined) return proven;
    lawful.push(...shownWhole.filter((one) => excessOf(one) < Infinity));
  }
  const [best] = lawful.sort((a, b) => excessOf(a) - excessOf(b));
  return best === undefined ? cleared : { ...best, missed: negligible };
}

/**
 * Returns a proven answer near a point that misses limits by little. It tries the multipliers of the first answer,
 * those without the inactive rows, and 0, which is right if nothing is left to minimise. Null if none proves the point.
 */
function restored(x: Float64Array, answer: ProgramAnswer, shown: ShownProgram): ProgramAnswer | null {
  const { program, limit } = shown, whole = answer.point;
  // `restore` moves weights to a bound nearby. A bound of -1e-9 would change weights that were set to 0.
  const clear = (point: Float64Array): Float64Array | null =>
    restore(heldAtZero(program, smallWeights(point, shown)), point);
  let nearby = clear(x);
  for (let round = 0; round < RESTORATIONS && nearby !== null; round++) {
    const small = smallWeights(nearby, shown).filter((j) => nearby?.[j] !== 0);
    if (small.length === 0) break;
    for (const j of small) nearby[j] = 0;
    nearby = clear(nearby);
  }
  if (nearby === null || whole === null) return null;
  const inactive = withoutInactiveMultipliers(program, { x: nearby, z: whole.z });
  const found = [whole.z, ...inactive === null ? [] : [inactive], new Float64Array(whole.z.length)]
    .map((z) => withinLimit(judged(program, { x: nearby, z }, answer, whole.x), limit));
  return found.find((one) => one.status === "optimal" && isShownWhole(one, shown)) ?? null;
}

/**
 * Returns answers of a program with some weights at 0, judged in the whole program: its point with the multipliers of
 * the whole and with its own, and its point after a polish.
 */
function answersWithout(
  leftOut: readonly number[],
  solve: Solve,
  { shown: { program, limit, kernels }, whole, iterations }: {
    readonly shown: ShownProgram;
    readonly whole: Point;
    readonly iterations: number;
  },
): readonly ProgramAnswer[] {
  const without = solve(heldAtZero(program, leftOut));
  const { point } = without;
  if (point === null) return [];
  const by = { solver: without.solver, iterations: iterations + without.iterations };
  const nearby = restore(program, point.x) ?? point.x;
  return [
    ...[point.x, nearby].map((x) => judged(program, { x, z: whole.z }, by, whole.x)),
    ...[point, polish(program, point, kernels).point].map((one) => judged(program, one, by)),
  ].map((one) => withinLimit(one, limit));
}

/** Returns the program with variables fixed at 0, or at their lower bound if that is above 0. */
function heldAtZero(program: Program, variables: readonly number[]): Program {
  const lower = program.lower.slice(), upper = program.upper.slice();
  for (const j of variables) {
    lower[j] = Math.max(lower[j], 0);
    upper[j] = Math.max(Math.min(upper[j], 0), lower[j]);
  }
  return { ...program, lower, upper };
}

/** Returns the variables of weights that are shown as 0. */
function smallWeights(x: Float64Array, { weights: { offset, count }, scale }: ShownProgram): readonly number[] {
  const [scaleValue] = scale.evaluate(x), small: number[] = [];
  for (let j = offset; j < offset + count; j++) if (isNegligible(x[j] / scaleValue)) small.push(j);
  return small;
}

/** Tells whether all weights that are shown as 0 are exactly 0. */
function isShownWhole({ point }: ProgramAnswer, shown: ShownProgram): boolean {
  return point !== null && smallWeights(point.x, shown).every((j) => point.x[j] === 0);
}

/** Returns the excess of the residuals of a point that keeps the limits, Infinity for other points. */
function excessOf({ residuals }: ProgramAnswer): number {
  return residuals === null || !(residuals.primal <= PROOF.primal) ? Infinity : excess(residuals);
}
