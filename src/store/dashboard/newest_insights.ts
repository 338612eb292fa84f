import { INSIGHT_KINDS, type InsightKind, INSIGHTS_SHOWN } from "../../domain/insight_kind.ts";
import type { Instant } from "../../domain/instant.ts";

/** Type of an insight about a run before its text is written: its kind, run and time. */
export interface InsightPlace {
  readonly kind: InsightKind;
  readonly runId: string;
  /** Id of the run that the insight compares with; null if it concerns one run only. */
  readonly against: string | null;
  readonly createdAt: Instant;
}

/** Collects insights (noteworthy facts about runs) and keeps only the newest, as many as the dashboard shows. */
export class NewestInsights {
  readonly #newest: InsightPlace[] = [];

  hasRoomFor(createdAt: Instant): boolean {
    const last = this.#newest[INSIGHTS_SHOWN - 1];
    return last === undefined || createdAt >= last.createdAt;
  }

  offer(insight: InsightPlace): void {
    if (!this.hasRoomFor(insight.createdAt)) return;
    const place = this.#newest.findIndex((other) => isNewer(insight, other));
    this.#newest.splice(place < 0 ? this.#newest.length : place, 0, insight);
    this.#newest.length = Math.min(this.#newest.length, INSIGHTS_SHOWN);
  }

  newestFirst(): readonly InsightPlace[] {
    return this.#newest;
  }
}

/**
 * Whether insight `a` comes before insight `b` on the dashboard: a newer one first; at the same moment, that of the
 * later run first, then by the order of kinds.
 */
function isNewer(a: InsightPlace, b: InsightPlace): boolean {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt;
  if (a.runId !== b.runId) return a.runId > b.runId;
  return INSIGHT_KINDS.indexOf(a.kind) < INSIGHT_KINDS.indexOf(b.kind);
}
