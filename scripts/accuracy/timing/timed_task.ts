import { z } from "zod";
import type { Matrix } from "../../../src/domain/matrix.ts";
import { SOLUTION_STATUSES } from "../../../src/domain/solution_status.ts";

/**
 * Task of the timing worker: a method and the data on which it is timed. It holds only plain data and typed arrays,
 * which can be sent to a worker.
 */
export interface TimedTask {
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly constraints: Readonly<Record<string, unknown>>;
  /** Daily returns of the data set to time on: T rows of n assets. */
  readonly returns: Matrix;
  /** Daily returns of the data set's benchmark, or null without one. */
  readonly benchmark: Float64Array | null;
}

/** Answer of a timed method and the processor time that it took. */
export const TIMED_ANSWER = z.strictObject({
  status: z.enum(SOLUTION_STATUSES),
  /** Whether the certificate of the timed method's answer proves that the weights are optimal. */
  isProven: z.boolean(),
  /** Duality gap of the answer's certificate, or null where there is no finite gap. */
  gap: z.number().nullable(),
  /** Sentence that explains why the timed method has no proven answer, or null. */
  detail: z.string().nullable(),
  /** Processor seconds of the fastest run of the timed method. */
  seconds: z.number(),
});

export type TimedAnswer = z.infer<typeof TIMED_ANSWER>;

/** Type of the inputs and outputs of the timing worker. */
export type TimingComputations = { readonly timed: { readonly inputs: TimedTask; readonly output: TimedAnswer } };
