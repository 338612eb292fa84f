import { INSIGHT_KINDS, type InsightKind, INSIGHTS_SHOWN } from "./insight_kind.ts";
import type { Instant } from "./instant.ts";

/** Where an insight is to be found. */
export interface InsightPlace {
  readonly kind: InsightKind;
  readonly runId: string;
  /** The run that it is seen against; null where it is about one alone. */
  readonly against: string | null;
  readonly createdAt: Instant;
}

/** The newest of insights, as many as are shown. */
export class NewestInsights {
  readonly #newest: InsightPlace[] = [];

  hasRoomFor(createdAt: Instant): boolean {
    return this.#newest.length < INSIGHTS_SHOWN || createdAt >= this.#newest[INSIGHTS_SHOWN - 1].createdAt;
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

/** Of one moment the later run, then in the order of kinds. */
function isNewer(a: InsightPlace, b: InsightPlace): boolean {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt;
  if (a.runId !== b.runId) return a.runId > b.runId;
  return INSIGHT_KINDS.indexOf(a.kind) < INSIGHT_KINDS.indexOf(b.kind);
}
