import type { Kernels } from "../../kernels/mod.ts";
import type { Point } from "../solve/certify.ts";
import { polish } from "../solve/polish.ts";
import { excess, PROOF } from "../solve/proof.ts";
import { judged, type ProgramAnswer } from "../solve/program_answer.ts";
import { type QuadraticLimit, withinLimit } from "../solve/quadratic_limit.ts";
import type { Affine, Program, Variables } from "./program.ts";

/** Weights below this size are 0. */
export const NEGLIGIBLE_WEIGHT = 1e-8;

/** An answer whose weights are 0 or large enough to be shown. */
export interface ShownAnswer extends ProgramAnswer {
  /** The variables of weights too small to be shown that a better answer has. */
  readonly missed?: readonly number[];
}

/** A program over weights, and what its points have to keep. */
export interface ShownProgram {
  readonly program: Program;
  readonly weights: Variables;
  readonly scale: Affine;
  readonly limit: QuadraticLimit | null;
  readonly kernels: Kernels;
}

type Solve = (program: Program) => ProgramAnswer;

/**
 * Weights that count as 0 are made 0. Where that alone is not proven, the rest missing the budget, the program is
 * solved again without them, and then with nothing but what is held, lest others take their place. Where they matter,
 * being of assets beside which all others are still, what keeps the rules without them is the answer, not proven.
 */
export function solveWithoutNegligible(solve: Solve, shown: ShownProgram): ShownAnswer {
  const answer = solve(shown.program);
  const { point } = answer;
  if (point === null) return answer;
  const small = smallWeights(point.x, shown), negligible = small.filter((j) => point.x[j] !== 0);
  if (negligible.length === 0) return answer;
  const x = point.x.slice();
  for (const j of negligible) x[j] = 0;
  const cleared = withinLimit(judged(shown.program, { x, z: point.z }, answer, point.x), shown.limit);
  if (cleared.status === "optimal") return cleared;
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
 * The answers of a program some of whose weights are 0: its point by its own multipliers, by those of the whole, and
 * after a step on its active set in the whole.
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
  const lower = program.lower.slice(), upper = program.upper.slice();
  for (const j of leftOut) {
    lower[j] = Math.max(lower[j], 0);
    upper[j] = Math.max(Math.min(upper[j], 0), lower[j]);
  }
  const without = solve({ ...program, lower, upper });
  const { point } = without;
  if (point === null) return [];
  const by = { solver: without.solver, iterations: iterations + without.iterations };
  return [
    judged(program, { x: point.x, z: whole.z }, by, whole.x),
    ...[point, polish(program, point, kernels).point].map((one) => judged(program, one, by)),
  ].map((one) => withinLimit(one, limit));
}

/** The variables of the weights that are shown as 0. */
function smallWeights(x: Float64Array, { weights: { offset, count }, scale }: ShownProgram): readonly number[] {
  const negligible = NEGLIGIBLE_WEIGHT * scale.evaluate(x)[0];
  const small: number[] = [];
  for (let j = offset; j < offset + count; j++) if (Math.abs(x[j]) < negligible) small.push(j);
  return small;
}

/** Whether all weights but those that are shown are 0. */
function isShownWhole({ point }: ProgramAnswer, shown: ShownProgram): boolean {
  return point !== null && smallWeights(point.x, shown).every((j) => point.x[j] === 0);
}

/** The excess of the residuals of a point that keeps the limits, Infinity of others. */
function excessOf({ residuals }: ProgramAnswer): number {
  return residuals === null || !(residuals.primal <= PROOF.primal) ? Infinity : excess(residuals);
}
