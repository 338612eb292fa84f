import { dayNumber, dayText } from "./day_number.ts";
import type { CorporateAction, OmittedRow } from "./provider.ts";
import type { SourceHistory } from "./series_history.ts";

const FORM = 1;
const HEADER_BYTES = 16;
const KINDS: readonly CorporateAction["kind"][] = ["split", "dividend"];
const REASONS: readonly OmittedRow["reason"][] = ["unreadable", "repeated"];

/**
 * Encodes the price rows of a year or of a whole history as little-endian bytes: the format and the numbers of rows,
 * actions and omitted rows, then closes, adjusted closes and amounts as doubles, days since 1970 as integers, kinds and
 * reasons as bytes. Omitted rows without a date, or with another reason than `unreadable` or `repeated`, are left out.
 */
export function encodeChunk(
  { dates, closes, adjustedCloses, actions, omitted }: SourceHistory,
): Uint8Array<ArrayBuffer> {
  const told = omitted.filter(({ date, reason }) => !Number.isNaN(Date.parse(date)) && REASONS.includes(reason));
  const [rows, acts, left] = [dates.length, actions.length, told.length];
  const bytes = new Uint8Array(sizeOf(rows, acts, left));
  new Uint32Array(bytes.buffer, 0, 4).set([FORM, rows, acts, left]);
  const parts = partsOf(bytes.buffer, rows, acts, left);
  parts.closes.set(closes);
  parts.adjustedCloses.set(adjustedCloses);
  parts.amounts.set(actions.map(({ amount }) => amount));
  parts.days.set([...dates, ...actions.map(({ date }) => date), ...told.map(({ date }) => date)].map(dayNumber));
  parts.kinds.set([
    ...actions.map(({ kind }) => KINDS.indexOf(kind)),
    ...told.map(({ reason }) => REASONS.indexOf(reason)),
  ]);
  return bytes;
}

/** Decodes price rows from the bytes of `encodeChunk`; null where the bytes are not in its format. */
export function decodeChunk(chunk: Uint8Array): SourceHistory | null {
  if (chunk.length < HEADER_BYTES) return null;
  // Copies the bytes of the price rows, because doubles must start at a multiple of eight bytes.
  const { buffer } = chunk.slice();
  const [form, rows, acts, left] = new Uint32Array(buffer, 0, 4);
  if (form !== FORM || chunk.length !== sizeOf(rows, acts, left)) return null;
  const { closes, adjustedCloses, amounts, days, kinds } = partsOf(buffer, rows, acts, left);
  const dates = Array.from(days, dayText);
  return {
    dates: dates.slice(0, rows),
    closes,
    adjustedCloses,
    actions: Array.from(amounts, (amount, i) => ({ date: dates[rows + i], kind: KINDS[kinds[i]], amount })),
    omitted: Array.from({ length: left }, (_, i) => ({
      date: dates[rows + acts + i],
      reason: REASONS[kinds[acts + i]],
    })),
  };
}

/** Splits a price history by year. Years without a row, action or omitted row do not appear. */
export function byYear(history: SourceHistory): ReadonlyMap<string, SourceHistory> {
  const { dates, closes, adjustedCloses, actions, omitted } = history;
  const years = new Set([...actions, ...omitted].map(({ date }) => date.slice(0, 4)));
  const startOf = new Map<string, number>();
  dates.forEach((date, row) => {
    // Slices the year out of a date only where a new year begins, to save time.
    if (row > 0 && date.startsWith(dates[row - 1].slice(0, 4))) return;
    startOf.set(date.slice(0, 4), row);
    years.add(date.slice(0, 4));
  });
  const starts = [...startOf.values(), dates.length];
  return new Map(
    [...years].sort().map((year) => {
      const start = startOf.get(year) ?? dates.length;
      const end = starts.find((next) => next > start) ?? dates.length;
      return [year, {
        dates: dates.slice(start, end),
        closes: closes.slice(start, end),
        adjustedCloses: adjustedCloses.slice(start, end),
        actions: actions.filter(({ date }) => date.startsWith(year)),
        omitted: omitted.filter(({ date }) => date.startsWith(year)),
      }];
    }),
  );
}

/** Joins the price histories of successive years into one. */
export function joined(years: readonly SourceHistory[]): SourceHistory {
  const length = years.reduce((sum, { dates }) => sum + dates.length, 0);
  const [closes, adjustedCloses] = [new Float64Array(length), new Float64Array(length)];
  let at = 0;
  for (const year of years) {
    closes.set(year.closes, at);
    adjustedCloses.set(year.adjustedCloses, at);
    at += year.dates.length;
  }
  return {
    dates: years.flatMap(({ dates }) => dates),
    closes,
    adjustedCloses,
    actions: years.flatMap(({ actions }) => actions),
    omitted: years.flatMap(({ omitted }) => omitted),
  };
}

function sizeOf(rows: number, actions: number, omitted: number): number {
  return HEADER_BYTES + 16 * rows + 8 * actions + 4 * (rows + actions + omitted) + actions + omitted;
}

interface Parts {
  readonly closes: Float64Array;
  readonly adjustedCloses: Float64Array;
  readonly amounts: Float64Array;
  readonly days: Int32Array;
  readonly kinds: Uint8Array;
}

function partsOf(buffer: ArrayBuffer, rows: number, actions: number, omitted: number): Parts {
  const amountsAt = HEADER_BYTES + 16 * rows;
  const daysAt = amountsAt + 8 * actions;
  const days = rows + actions + omitted;
  return {
    closes: new Float64Array(buffer, HEADER_BYTES, rows),
    adjustedCloses: new Float64Array(buffer, HEADER_BYTES + 8 * rows, rows),
    amounts: new Float64Array(buffer, amountsAt, actions),
    days: new Int32Array(buffer, daysAt, days),
    kinds: new Uint8Array(buffer, daysAt + 4 * days, actions + omitted),
  };
}
