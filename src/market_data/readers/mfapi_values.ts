import { z } from "zod";
import type { OmittedRow } from "../provider.ts";
import type { SourceHistory } from "../series_history.ts";
import { dayOfText } from "./day_of_text.ts";
import { type AskedSeries, HistoryTextError } from "./history_text.ts";

const answered = z.object({
  meta: z.object({ scheme_code: z.union([z.int(), z.string()]).optional() }).optional(),
  data: z.array(z.object({ date: z.string(), nav: z.string() })),
});

/**
 * Parses the value history of a mutual fund scheme from an answer of mfapi.in; null where the scheme does not exist.
 * Throws a `HistoryTextError`.
 */
export function readMfapiValues(text: string, { symbol: code, since }: AskedSeries): SourceHistory | null {
  const { meta, data } = parsed(text);
  const told = meta?.scheme_code;
  if (told === undefined || data.length === 0) return null;
  if (String(told) !== code) throw new HistoryTextError(`it is the history of scheme ${told}`);
  const values = new Map<string, number>();
  const omitted: OmittedRow[] = [];
  // The answer lists the newest value first, so the first value met for a repeated day is the one written last.
  for (const { date: given, nav } of data) {
    const date = dayOfText(given);
    const value = /^\d+(\.\d+)?$/.test(nav) ? Number(nav) : NaN;
    if (date === null) omitted.push({ date: given.slice(0, 40), reason: "unreadable" });
    else if (since !== null && date < since) continue;
    else if (values.has(date)) omitted.push({ date, reason: "repeated" });
    else if (value > 0 && Number.isFinite(value)) values.set(date, value);
    else omitted.push({ date, reason: "unreadable" });
  }
  const rows = [...values].sort(([a], [b]) => a < b ? -1 : 1);
  const closes = Float64Array.from(rows, ([, value]) => value);
  return { dates: rows.map(([date]) => date), closes, adjustedCloses: closes, actions: [], omitted };
}

function parsed(text: string): z.output<typeof answered> {
  try {
    return answered.parse(JSON.parse(text));
  } catch (_) {
    throw new HistoryTextError("it is not the history of a scheme");
  }
}
