import { z } from "zod";
import { dayText } from "../day_number.ts";
import type { CorporateAction, OmittedRow } from "../provider.ts";
import { NO_HISTORY, type SourceHistory } from "../series_history.ts";
import { type AskedSeries, HistoryTextError } from "./history_text.ts";

/**
 * Parses the price history of a Yahoo Finance chart; null where Yahoo says that the symbol does not exist. Throws a
 * `HistoryTextError`.
 */
export function readYahooChart(text: string, asked: AskedSeries): SourceHistory | null {
  return historyOf(chartOf(text), asked);
}

const amount = z.number().nullable();
const chart = z.object({
  meta: z.object({ symbol: z.string(), currency: z.string().nullish(), gmtoffset: z.number() }),
  timestamp: z.array(z.int()).optional(),
  events: z.object({
    dividends: z.record(z.string(), z.object({ date: z.int(), amount: z.number() })).optional(),
    splits: z.record(z.string(), z.object({ date: z.int(), numerator: z.number(), denominator: z.number() }))
      .optional(),
  }).optional(),
  indicators: z.object({
    quote: z.array(z.object({ close: z.array(amount).optional() })).min(1),
    adjclose: z.array(z.object({ adjclose: z.array(amount).optional() })).optional(),
  }),
});
type Chart = z.output<typeof chart>;

const answered = z.object({
  chart: z.object({
    result: z.array(chart).nullable(),
    error: z.object({ code: z.string(), description: z.string() }).nullable().optional(),
  }),
});

/**
 * Returns the first chart in a Yahoo answer, `unknown` where the symbol does not exist, or `empty` where the range has
 * no days. Throws a `HistoryTextError` for other text.
 */
function chartOf(text: string): Chart | "unknown" | "empty" {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (_) {
    throw new HistoryTextError("it is not JSON");
  }
  const parsed = answered.safeParse(body);
  if (!parsed.success) {
    throw new HistoryTextError(`it has an unexpected form at "${parsed.error.issues[0].path.join("/")}"`);
  }
  const { result, error } = parsed.data.chart;
  if (result !== null && result.length > 0) return result[0];
  if (error?.code === "Not Found") return "unknown";
  // A symbol without data in the requested range still exists, so its history is empty rather than unknown.
  if (/Data doesn't exist/.test(error?.description ?? "")) return "empty";
  throw new HistoryTextError(`it says "${(error?.description ?? "nothing").slice(0, 100)}"`);
}

function historyOf(found: Chart | "unknown" | "empty", { id, symbol }: AskedSeries): SourceHistory | null {
  if (found === "unknown") return null;
  if (found === "empty") return NO_HISTORY;
  const { meta, timestamp = [], indicators } = found;
  if (meta.symbol !== symbol) throw new HistoryTextError(`it is the chart of "${meta.symbol}"`);
  const currency = id.startsWith("NSE:") || id.startsWith("BSE:") ? "INR" : id.startsWith("US:") ? "USD" : null;
  if (currency !== null && meta.currency !== currency) {
    throw new HistoryTextError(`its currency is ${meta.currency ?? "missing"}`);
  }
  // A chart without days has no prices, whatever its price fields contain.
  if (timestamp.length === 0) return NO_HISTORY;
  const closes = indicators.quote[0].close ?? [];
  const adjusted = indicators.adjclose?.[0]?.adjclose ?? closes;
  if (closes.length !== timestamp.length || adjusted.length !== timestamp.length) {
    throw new HistoryTextError(`it has ${closes.length} closes for ${timestamp.length} days`);
  }
  const dayOf = (seconds: number): string => dayOfSeconds(seconds, meta.gmtoffset);
  return { ...rowsOf(timestamp.map(dayOf), closes, adjusted), actions: actionsOf(found, dayOf) };
}

/** Largest day number from 1970 that is accepted: far beyond any history, yet still a date of ten characters. */
const MOST_DAYS = 200_000;

/**
 * Converts a chart's time in seconds to a date by a fixed offset. Sessions open in the morning, so an offset that
 * ignores summer time never changes the date.
 */
function dayOfSeconds(seconds: number, offset: number): string {
  const day = Math.floor((seconds + offset) / 86_400);
  if (Math.abs(day) > MOST_DAYS) throw new HistoryTextError("it has an invalid day");
  return dayText(day);
}

/**
 * Builds the sorted rows of a history. Where a day occurs twice the later row wins, because the last one belongs to the
 * session that is still open.
 */
function rowsOf(
  days: readonly string[],
  closes: readonly (number | null)[],
  adjusted: readonly (number | null)[],
): Omit<SourceHistory, "actions"> {
  const rows = new Map<string, readonly [close: number, adjusted: number]>();
  const omitted: OmittedRow[] = [];
  days.forEach((date, i) => {
    const [close, adjustedClose] = [closes[i] ?? NaN, adjusted[i] ?? NaN];
    if (close > 0 && adjustedClose > 0) {
      if (rows.has(date)) omitted.push({ date, reason: "repeated" });
      rows.set(date, [close, adjustedClose]);
    } else omitted.push({ date, reason: "unreadable" });
  });
  const sorted = [...rows].sort(([a], [b]) => a < b ? -1 : 1);
  return {
    dates: sorted.map(([date]) => date),
    closes: Float64Array.from(sorted, ([, [close]]) => close),
    adjustedCloses: Float64Array.from(sorted, ([, [, adjustedClose]]) => adjustedClose),
    omitted: omitted.filter(({ date, reason }) => reason === "repeated" || !rows.has(date)),
  };
}

function actionsOf({ events }: Chart, dayOf: (seconds: number) => string): readonly CorporateAction[] {
  const dividends = Object.values(events?.dividends ?? {}).map((one): CorporateAction => ({
    date: dayOf(one.date),
    kind: "dividend",
    amount: one.amount,
  }));
  const splits = Object.values(events?.splits ?? {}).map((one): CorporateAction => ({
    date: dayOf(one.date),
    kind: "split",
    amount: one.numerator / one.denominator,
  }));
  return [...dividends, ...splits]
    .filter(({ amount }) => amount > 0 && Number.isFinite(amount))
    .sort((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0);
}
