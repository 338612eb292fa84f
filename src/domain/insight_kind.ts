import { type JobId, jobIdOf, prefixOf } from "./identifier.ts";

/**
 * Kinds of insights, which are noteworthy facts about runs on the dashboard. The ids of insights depend on this order,
 * so new kinds go at the end.
 */
export const INSIGHT_KINDS = [
  "concentration",
  "stale_data",
  "beaten_by_equal_weight",
  "unused_starting_portfolio",
  "doubtful_data",
] as const;

export type InsightKind = typeof INSIGHT_KINDS[number];

/** Largest number of insights on the dashboard. */
export const INSIGHTS_SHOWN = 50;

/** Type of an insight (a fact about a run on the dashboard) that its owner has dismissed. */
export interface DismissedInsight {
  readonly kind: InsightKind;
  readonly runId: JobId;
  readonly dismissedAt: number;
}

const RUN_PREFIX = "run_";
const INSIGHT_PREFIX = "ins_";
/** The 32 digits of a ULID, in order of value (Crockford's base 32). */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Returns the id of an insight: the id of its run with the prefix `ins`, and with the kind of insight as the first
 * digit of the ULID, which would otherwise be 0 until the year 3084.
 */
export function insightId(kind: InsightKind, runId: string): string {
  return `${INSIGHT_PREFIX}${DIGITS[INSIGHT_KINDS.indexOf(kind)]}${runId.slice(RUN_PREFIX.length + 1)}`;
}

/** Returns the kind and the run of an insight from its id; null if the text is not the id of an insight. */
export function insightOfId(id: string): { readonly kind: InsightKind; readonly runId: JobId } | null {
  const digit = id[INSIGHT_PREFIX.length];
  if (prefixOf(id) !== "ins" || digit === undefined) return null;
  const kind = INSIGHT_KINDS.at(DIGITS.indexOf(digit));
  return kind === undefined ? null : { kind, runId: jobIdOf(`${RUN_PREFIX}0${id.slice(INSIGHT_PREFIX.length + 1)}`) };
}
