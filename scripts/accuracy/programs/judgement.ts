import { z } from "zod";
import { SOLUTION_STATUSES } from "../../../src/domain/solution_status.ts";
import { ENGINE } from "../logs.ts";
import { ResultLog } from "../result_log.ts";

/**
 * Faults that an answer can have. `false_optimal`: other feasible weights are better by more than a millionth.
 * `cancelled_optimal`: the same, but they are better by at most 1e-9 of the objective's terms, which cancel, or by at
 * most 1e-12 of the smallest objective above 0 that a single asset has. `false_infeasible` and `false_unbounded`: the
 * program has an answer. `false_conflict`: known weights satisfy the rules said to conflict. `broken_rule`: a rule is
 * missed by more than a billionth. `wrong_value`: the weights do not have the stated objective. `thrown`: the method
 * threw, or a part of its solver, or it failed without an accepted reason.
 */
export const FAULTS = [
  "false_optimal",
  "cancelled_optimal",
  "false_infeasible",
  "false_conflict",
  "false_unbounded",
  "broken_rule",
  "wrong_value",
  "thrown",
] as const;

export type Fault = typeof FAULTS[number];

/**
 * How an answer compares with independent solvers. `agrees`: they confirm it, by an objective equal to a millionth or
 * by also finding the program infeasible or unbounded. `alone`: nothing confirms or refutes it. `refuted`: the answer
 * is wrong. `open`: the answer claimed nothing.
 */
export type Standing = typeof STANDINGS[number];

const STANDINGS = ["agrees", "alone", "refuted", "open"] as const;

/** Log line: the verdict on one program after comparison with independent solvers. */
export const JUDGEMENT = z.strictObject({
  seed: z.number(),
  method: z.string(),
  families: z.array(z.string()),
  kinds: z.array(z.string()),
  /** Whether the largest volatility of the program's assets is at most 1e4 times the smallest. */
  isEven: z.boolean(),
  status: z.enum(SOLUTION_STATUSES),
  standing: z.enum(STANDINGS),
  fault: z.enum(FAULTS).nullable(),
  /**
   * How much better the best known objective is than that of the answer, beyond rounding and relative to the best
   * known. 0 where it is not better, null where it is infinite.
   */
  gap: z.number().nullable(),
  ours: z.number().nullable(),
  best: z.number().nullable(),
  /** Name of the solver or point that gave the best known weights. */
  source: z.string().nullable(),
  rivalStatus: z.string(),
  elapsedMs: z.number(),
  rivalMs: z.number(),
});

export type Judgement = z.infer<typeof JUDGEMENT>;

/** Source folders that decide an answer and its verdict. A change in them makes the log stale. */
const SOURCES = [...ENGINE, "scripts/accuracy/programs", "tests/support"];

/** Opens the log of verdicts at a path, or creates it. Throws `UsageError` where other source code made it. */
export function openJudgements(path: string): Promise<ResultLog<Judgement>> {
  return ResultLog.open(path, { sources: SOURCES, schema: JUDGEMENT, keyOf: ({ seed }) => seed });
}
