import { z } from "zod";

const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?Z?$/;

/** Whether a text has the form YYYY-MM-DD and is a date that exists in the calendar. */
export function isCalendarDate(text: string): boolean {
  return z.regexes.date.test(text);
}

/** Removes midnight from the end of a date, as spreadsheet programs append it. Returns any other text unchanged. */
export function dayOf(text: string): string {
  return text.replace(MIDNIGHT, "");
}
