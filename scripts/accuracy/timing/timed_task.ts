import { z } from "zod";
import type { Matrix } from "../../../src/domain/matrix.ts";
import { SOLUTION_STATUSES } from "../../../src/domain/solution_status.ts";

/** What a method is timed at; plain data and typed arrays that can cross to a worker. */
export interface TimedTask {
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly constraints: Readonly<Record<string, unknown>>;
  /** Daily, T × n. */
  readonly returns: Matrix;
  /** Returns of a benchmark by day; null without one. */
  readonly benchmark: Float64Array | null;
}

/** What came of it. */
export const TIMED_ANSWER = z.strictObject({
  status: z.enum(SOLUTION_STATUSES),
  /** Whether the certificate proves the weights to be optimal. */
  isProven: z.boolean(),
  /** Of the certificate; null without one. */
  gap: z.number().nullable(),
  /** The sentence of a status that needs one. */
  detail: z.string().nullable(),
  /** Of the processor, the least of its runs. */
  seconds: z.number(),
});

export type TimedAnswer = z.infer<typeof TIMED_ANSWER>;

/** What the worker takes and gives. */
export type TimingComputations = { readonly timed: { readonly inputs: TimedTask; readonly output: TimedAnswer } };
