import type { Frequency } from "../domain/frequency.ts";
import type { PartialPeriods } from "../domain/partial_periods.ts";
import { isPartial } from "./partial_periods.ts";
import { periodOf } from "./period.ts";

/** Rows between which the returns of a history are measured. */
export interface ReturnSpans {
  /** Row at whose end each return starts. The first return of a history of returns starts one row before its first. */
  readonly starts: readonly number[];
  /** Row at whose end each return stops: the last row of its period. */
  readonly stops: readonly number[];
  /** First and last row, of the retained rows, of each period of which days are missing. */
  readonly partial: readonly (readonly [number, number])[];
  /** Whether these periods are left out. */
  readonly leavesOut: boolean;
}

/** A partial period is left out only if at least so many returns are left. */
const LEAST_RETURNS = 2;

/** A partial month is left out by default. A partial week counts, as in the references that results are held to. */
const BY_DEFAULT: Readonly<Record<Frequency, PartialPeriods>> = {
  daily: "count",
  weekly: "count",
  monthly: "leave_out",
  yearly: "leave_out",
};

/**
 * Returns the rows between which returns are measured: from the last row of each period to the last row of the next. A
 * last period of which days are missing is partial, and of returns a first period too; prices need only the end of
 * their first period. Partial months are left out, partial weeks count, unless `partialPeriods` says otherwise.
 *
 * @param rows Retained rows of the history, ascending.
 */
export function returnSpans(
  rows: readonly number[],
  { kind, frequency, dates, weekends, partialPeriods = BY_DEFAULT[frequency] }: {
    readonly kind: "prices" | "returns";
    readonly frequency: Frequency;
    /** Date of each row of the history, retained or not. */
    readonly dates: readonly string[];
    /** Whether the market trades on all days of the week. */
    readonly weekends: boolean;
    readonly partialPeriods?: PartialPeriods | undefined;
  },
): ReturnSpans {
  const isNew = (i: number): boolean =>
    i === 0 || periodOf(dates[rows[i - 1]], frequency) !== periodOf(dates[rows[i]], frequency);
  const firsts = rows.filter((_, i) => isNew(i));
  const lasts = rows.filter((_, i) => i === rows.length - 1 || isNew(i + 1));
  const returns = kind === "prices" ? lasts.length - 1 : lasts.length;
  const at = (list: readonly number[]): readonly string[] => list.map((row) => dates[row]);
  const ofFirst = kind === "returns" && returns > LEAST_RETURNS &&
    isPartial(at(firsts), frequency, { side: "first", weekends });
  const ofLast = returns - (ofFirst ? 1 : 0) > LEAST_RETURNS &&
    isPartial(at(lasts), frequency, { side: "last", weekends });
  const partial: (readonly [number, number])[] = [];
  if (ofFirst) partial.push([firsts[0], lasts[0]]);
  if (ofLast) partial.push([firsts[firsts.length - 1], lasts[lasts.length - 1]]);
  const leavesOut = partialPeriods === "leave_out";
  const ends = ofLast && leavesOut ? lasts.slice(0, -1) : lasts;
  const hasStart = kind === "prices" || (ofFirst && leavesOut);
  return {
    starts: hasStart ? ends.slice(0, -1) : rows.length === 0 ? [] : [rows[0] - 1, ...ends.slice(0, -1)],
    stops: hasStart ? ends.slice(1) : ends,
    partial,
    leavesOut,
  };
}
