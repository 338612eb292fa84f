import { z } from "zod";
import { SOLUTION_STATUSES } from "../../../src/domain/solution_status.ts";
import { ENGINE } from "../logs.ts";
import { ResultLog } from "../result_log.ts";

/**
 * What can be wrong with an answer: `false_optimal` is worse than weights that keep the rules by over a millionth,
 * `cancelled_optimal` too, but by less than a billionth of the terms of its objective, which cancel, or by next to
 * nothing beside the least that one asset costs alone; `false_infeasible` and `false_unbounded` have an answer;
 * `false_conflict` is named between rules that known weights keep; `broken_rule` by over a billionth; `wrong_value` is
 * an objective that the weights do not have; `thrown` is no answer.
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
 * How an answer stands against the others: the best known is as good to a millionth, no other way found one as good,
 * it is refuted, or nothing was claimed.
 */
export type Standing = typeof STANDINGS[number];

const STANDINGS = ["agrees", "alone", "refuted", "open"] as const;

/** What holding a program against independent ways came to: a line of the log. */
export const JUDGEMENT = z.strictObject({
  seed: z.number(),
  method: z.string(),
  families: z.array(z.string()),
  kinds: z.array(z.string()),
  /** Whether the volatilities of the assets lie within 1e4 of one another. */
  isEven: z.boolean(),
  status: z.enum(SOLUTION_STATUSES),
  standing: z.enum(STANDINGS),
  fault: z.enum(FAULTS).nullable(),
  /** By how much the best known is better, relative to its size, past rounding; 0 where it is not. Null without end. */
  gap: z.number().nullable(),
  ours: z.number().nullable(),
  best: z.number().nullable(),
  /** Where the best known comes from. */
  source: z.string().nullable(),
  rivalStatus: z.string(),
  elapsedMs: z.number(),
  rivalMs: z.number(),
});

export type Judgement = z.infer<typeof JUDGEMENT>;

/** What an answer and its judgement are made by. */
const SOURCES = [...ENGINE, "scripts/accuracy/programs", "tests/support"];

/** The log of judgements at a path. Throws `UsageError` where it was made by other sources. */
export function openJudgements(path: string): Promise<ResultLog<Judgement>> {
  return ResultLog.open(path, { sources: SOURCES, schema: JUDGEMENT, keyOf: ({ seed }) => seed });
}
