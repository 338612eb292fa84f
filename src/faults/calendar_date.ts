import { z } from "zod";

const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?Z?$/;

/** Whether a text is a calendar date in the form YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  return z.regexes.date.test(text);
}

/** Removes midnight from the end of a date, as spreadsheet programs append it. Returns any other text unchanged. */
export function dayOf(text: string): string {
  return text.replace(MIDNIGHT, "");
}
