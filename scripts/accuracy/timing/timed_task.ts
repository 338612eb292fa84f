import { z } from "zod";
import type { Matrix } from "../../../src/domain/matrix.ts";
import { SOLUTION_STATUSES } from "../../../src/domain/solution_status.ts";

/** A method and the data on which it is timed. Plain data and typed arrays, which can be sent to a worker. */
export interface TimedTask {
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly constraints: Readonly<Record<string, unknown>>;
  /** Daily returns: T rows of n assets. */
  readonly returns: Matrix;
  /** Daily returns of the benchmark, or null without one. */
  readonly benchmark: Float64Array | null;
}

/** Answer of a timed method and the time that it took. */
export const TIMED_ANSWER = z.strictObject({
  status: z.enum(SOLUTION_STATUSES),
  /** Whether the certificate proves that the weights are optimal. */
  isProven: z.boolean(),
  /** Duality gap of the certificate, or null without a certificate. */
  gap: z.number().nullable(),
  /** Sentence that explains a status without a proven answer, or null. */
  detail: z.string().nullable(),
  /** Processor seconds of the fastest run. */
  seconds: z.number(),
});

export type TimedAnswer = z.infer<typeof TIMED_ANSWER>;

/** Inputs and outputs of the timing worker. */
export type TimingComputations = { readonly timed: { readonly inputs: TimedTask; readonly output: TimedAnswer } };
