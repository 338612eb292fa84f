import { type JobId, jobIdOf, prefixOf } from "./identifier.ts";

/** What insights are about. Their order is in the ids of insights: new ones stand at the end. */
export const INSIGHT_KINDS = [
  "concentration",
  "stale_data",
  "beaten_by_equal_weight",
  "unused_starting_portfolio",
] as const;

export type InsightKind = typeof INSIGHT_KINDS[number];

/** No more are shown. */
export const INSIGHTS_SHOWN = 50;

/** An insight that its owner wants to see no more. */
export interface DismissedInsight {
  readonly kind: InsightKind;
  readonly runId: JobId;
  readonly dismissedAt: number;
}

const RUN_PREFIX = "run_";
const INSIGHT_PREFIX = "ins_";
/** The digits of a ULID. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The id of the insight of a kind about a run: the run's, with the kind in the place of the first digit of its ULID,
 * which is 0 until the year 3084.
 */
export function insightId(kind: InsightKind, runId: string): string {
  return `${INSIGHT_PREFIX}${DIGITS[INSIGHT_KINDS.indexOf(kind)]}${runId.slice(RUN_PREFIX.length + 1)}`;
}

/** What an insight with an id would be about; null where no insight has such an id. */
export function insightOfId(id: string): { readonly kind: InsightKind; readonly runId: JobId } | null {
  if (prefixOf(id) !== "ins") return null;
  const kind = INSIGHT_KINDS.at(DIGITS.indexOf(id[INSIGHT_PREFIX.length]));
  return kind === undefined ? null : { kind, runId: jobIdOf(`${RUN_PREFIX}0${id.slice(INSIGHT_PREFIX.length + 1)}`) };
}
