import { z } from "zod";
import type { OmittedRow } from "../provider.ts";
import { dayOfText } from "../readers/day_of_text.ts";
import { readMfapiSchemeList } from "../readers/mfapi_scheme_list.ts";
import type { Source, SourceHistory } from "../source.ts";
import { SourceError } from "../source_error.ts";
import { schemeCode } from "../upstream_symbols.ts";

const ID = "mfapi";

/** A mirror of the fund association's values: the history of each scheme, and all schemes there ever were. */
export const mfapi: Source = {
  id: ID,
  url: "https://api.mfapi.in",
  lists: [{
    id: "mfapi",
    market: "MF",
    // The association's own list has the schemes that are alive.
    isOptional: true,
    fetch: async ({ base, get }) => (await get({ url: new URL("mf", base), provider: ID })).text(),
    read: readMfapiSchemeList,
  }],
  histories: {
    covers: (id) => schemeCode(id) !== null,
    async fetch({ id }, since, { base, get }) {
      const url = new URL(`mf/${schemeCode(id)}`, base);
      if (since !== null) url.search = new URLSearchParams({ startDate: since, endDate: "2100-01-01" }).toString();
      const answer = await get({ url, provider: ID, answers: [404] });
      return answer.status === 404 ? null : historyOf(answer.text(), { code: schemeCode(id) ?? "", since });
    },
  },
};

const answered = z.object({
  meta: z.object({ scheme_code: z.union([z.int(), z.string()]).optional() }).optional(),
  data: z.array(z.object({ date: z.string(), nav: z.string() })),
});

function historyOf(
  text: string,
  { code, since }: { readonly code: string; readonly since: string | null },
): SourceHistory | null {
  const { meta, data } = parsed(text);
  const told = meta?.scheme_code;
  if (told === undefined || data.length === 0) return null;
  if (String(told) !== code) throw unreadable(`it is of scheme ${told}`);
  const values = new Map<string, number>();
  const omitted: OmittedRow[] = [];
  // Newest first, so that of a day that comes twice the one that is written later is met first.
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
    throw unreadable("it is no history of a scheme");
  }
}

function unreadable(why: string): SourceError {
  return new SourceError(ID, `Cannot read the answer of "${ID}": ${why}`);
}
