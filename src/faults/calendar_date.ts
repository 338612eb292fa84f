import { z } from "zod";

const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?Z?$/;

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  return z.regexes.date.test(text);
}

/** The day of a date that carries midnight, as programs of tables write it; any other text as it is. */
export function dayOf(text: string): string {
  return text.replace(MIDNIGHT, "");
}
