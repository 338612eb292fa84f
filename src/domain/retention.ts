import { DAY_MS, type Instant } from "./instant.ts";
import type { Job } from "./job.ts";
import type { MailText } from "./mail.ts";
import { PLAN_NAMES, type PlanName } from "./plan.ts";

/** Number of days for which each plan keeps a finished run; null keeps it until its owner deletes it. */
export type RetentionDays = Readonly<Record<PlanName, number | null>>;

/** How long runs are kept, and how their owner is told before they are deleted. */
export interface Retention {
  readonly days: RetentionDays;
  /** Writes the mail that tells an owner of runs that will be deleted; null where the service sends no mails. */
  readonly notice: ((ending: EndingRuns) => MailText) | null;
}

/** Runs of an account that will be deleted, as a notice tells their owner. */
export interface EndingRuns {
  readonly runs: number;
  /** Time before which none of the runs is deleted. */
  readonly from: Instant;
}

export const UNLIMITED_RETENTION: RetentionDays = { free: null, pro: null, enterprise: null };

/** Retention that keeps every run until its owner deletes it. */
export const KEPT_FOR_EVER: Retention = { days: UNLIMITED_RETENTION, notice: null };

const DAYS_AT_MOST = 36_500;
const NOTICE_AT_MOST_MS = 7 * DAY_MS;

/**
 * Reads the days of a setting: a number of days for all plans (`90`), or one for each plan that does not keep runs for
 * ever (`free:30,pro:365`). Null for any other text; the days are whole, from 1 to 36,500.
 */
export function retentionDaysOf(text: string): RetentionDays | null {
  const all = wholeDays(text);
  if (all !== null) return { free: all, pro: all, enterprise: all };
  const days: Record<PlanName, number | null> = { ...UNLIMITED_RETENTION };
  for (const part of text.split(",")) {
    const [name, count = ""] = part.trim().split(":");
    const plan = PLAN_NAMES.find((one) => one === name), kept = wholeDays(count);
    if (plan === undefined || kept === null || days[plan] !== null) return null;
    days[plan] = kept;
  }
  return days;
}

function wholeDays(text: string): number | null {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= DAYS_AT_MOST ? days : null;
}

/**
 * Returns the milliseconds that lie at least between the notice to an owner and a deletion: a week, and half the time
 * for which runs are kept where that is shorter.
 */
export function noticeMs(days: number): number {
  return Math.min(NOTICE_AT_MOST_MS, days * DAY_MS / 2);
}

/**
 * Returns the time before which a finished run is not deleted: the announced one, or the one that follows from the plan
 * at its submission, whichever is later. Null for a run that has not finished or has no end.
 */
export function endOfRun({ finishedAt, keptDays = null, expiresAt = null }: Job): Instant | null {
  if (finishedAt === null || (keptDays === null && expiresAt === null)) return null;
  return Math.max(expiresAt ?? 0, keptDays === null ? 0 : finishedAt + keptDays * DAY_MS);
}
