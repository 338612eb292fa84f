import { z } from "zod";
import { isCalendarDate } from "../../faults/calendar_date.ts";

/** Schema of a day of the calendar, written as YYYY-MM-DD. */
export const calendarDay = z.string().refine(isCalendarDate, {
  error: (issue) => `Cannot read ${JSON.stringify(issue.input)} as a date: a day as YYYY-MM-DD is needed`,
});
