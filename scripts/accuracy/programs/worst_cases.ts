import { FAULTS, type Judgement } from "./judgement.ts";
import type { Judged } from "./judge_program.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";

/** A kind of outcome of random programs and the worst verdict of that kind. */
export interface WorstCase {
  readonly kind: string;
  readonly judgement: Judgement;
}

/** Returns the worst verdict of each kind: the one with the largest gap, or the first of several equal ones. */
export function worstCases(judgements: readonly Judgement[]): readonly WorstCase[] {
  const kinds: [string, (judgement: Judgement) => boolean][] = [
    ...FAULTS.map((fault): [string, (judgement: Judgement) => boolean] => [fault, (one) => one.fault === fault]),
    ["not_proven_even", ({ status, isEven }) => status === "not_proven" && isEven],
    ["not_proven_uneven", ({ status, isEven }) => status === "not_proven" && !isEven],
    ["optimal_largest_gap", ({ status, fault }) => status === "optimal" && fault === null],
  ];
  return kinds.flatMap(([kind, isOne]) => {
    const [worst] = judgements.filter(isOne).toSorted((a, b) => sizeOf(b) - sizeOf(a));
    return worst === undefined ? [] : [{ kind, judgement: worst }];
  });
}

function sizeOf({ gap }: Judgement): number {
  return gap ?? Infinity;
}

/**
 * Returns the JSON file of a worst case: the whole program, the answer, and the best weights known from elsewhere, or
 * null without any.
 */
export function caseDocument(
  { kind, program }: { readonly kind: string; readonly program: AccuracyProgram },
  { judgement, answer, better }: Judged,
): string {
  const { status, detail, weights, objective } = answer;
  const document = {
    kind,
    judgement,
    program,
    answer: { status, detail, weights: weights && [...weights], objective },
    better: better && [...better],
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}
