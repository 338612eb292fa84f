import type { Kernels } from "../../../src/kernels/mod.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import { withoutWeights } from "../../../src/optimization/weights/without_weights.ts";
import type { Solution } from "../../../src/optimization/solution.ts";
import { solveBy } from "../../../tests/support/sample_problem.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";
import { heldAnswer, THROWN, type Tools } from "./held_answer.ts";
import type { Judgement } from "./judgement.ts";
import { signOf } from "./plain_objective.ts";
import { readProgram } from "./read_program.ts";

/**
 * Verdict on a program, with the answer of the optimiser and the best weights known from elsewhere, or null without
 * any.
 */
export interface Judged {
  readonly judgement: Judgement;
  readonly answer: Solution;
  readonly better: Float64Array | null;
}

/**
 * Solves a random program with the optimiser and compares the answer with HiGHS, with the weights around which the
 * rules of the program were made, and with plain arithmetic.
 */
export function judgeProgram(
  program: AccuracyProgram,
  { kernels, highs }: Tools,
): Judged {
  const read = readProgram(program);
  const { problem } = read;
  const started = performance.now();
  const { answer, isThrown } = answerOf(program, problem, kernels);
  const elapsedMs = performance.now() - started;
  const rivalStarted = performance.now();
  const found = isThrown ? THROWN : heldAnswer(answer, read, { kernels, highs });
  const rivalMs = performance.now() - rivalStarted;
  const asShown = signOf(program);
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

/** Returns the answer of a method. An exception becomes an answer with the status "failed". */
function answerOf(
  { method, parameters }: AccuracyProgram,
  problem: Problem,
  kernels: Kernels,
): { readonly answer: Solution; readonly isThrown: boolean } {
  try {
    return { answer: solveBy(method, problem, { kernels, parameters }), isThrown: false };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { answer: withoutWeights("failed", detail), isThrown: true };
  }
}

function isEven(volatilities: Float64Array): boolean {
  return Math.max(...volatilities) <= 1e4 * Math.min(...volatilities);
}

function rounded(ms: number): number {
  return Math.round(100 * ms) / 100;
}
