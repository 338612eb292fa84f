import { z } from "zod";
import { FREQUENCIES } from "../../domain/frequency.ts";
import { isCalendarDate } from "../../faults/calendar_date.ts";
import type { HistoryTable } from "./history.ts";
import type { Part } from "./part.ts";

const day = z.string().refine(isCalendarDate, {
  error: (issue) => `Cannot read ${JSON.stringify(issue.input)} as a date: a day as YYYY-MM-DD is needed`,
});

const schema = z.strictObject({
  start_date: day.optional(),
  end_date: day.optional(),
  frequency: z.enum(FREQUENCIES).default("daily"),
});
type DateFields = z.output<typeof schema>;

/** Definition of the request fields for the first and last day of a run's history and for the period of its returns. */
export const datesPart = {
  schema,
  rules({ start_date: start, end_date: end, moments }, { history }, faults) {
    if (start !== undefined && end !== undefined && start > end) {
      faults.add("/start_date", `Cannot start on ${start}: it is after the end, ${end}`);
      return;
    }
    if (moments !== undefined) {
      if (start !== undefined) faults.add("/start_date", 'Cannot use "start_date" with moments: they have no history');
      if (end !== undefined) faults.add("/end_date", 'Cannot use "end_date" with moments: they have no history');
      return;
    }
    const dates = history?.table.dates ?? [];
    const [first] = dates, last = dates.at(-1);
    if (first === undefined || last === undefined) return;
    if (start !== undefined && start > last) {
      faults.add("/start_date", `Cannot start on ${start}: the history ends on ${last}`);
    }
    if (end !== undefined && end < first) {
      faults.add("/end_date", `Cannot end on ${end}: the history starts on ${first}`);
    }
  },
  config: ({ end_date, frequency }) => ({ ...end_date === undefined ? {} : { end_date }, frequency }),
} satisfies Part<
  DateFields & { readonly moments?: unknown },
  { readonly history: { readonly table: HistoryTable } | null },
  DateFields
>;
