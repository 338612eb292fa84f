import { dateFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

/** Writes a calendar day, given as `2024-12-31`, in the reader's way: "31 Dec 2024". It is the same in every zone. */
export function day(isoDay: string, locales: readonly string[] = LOCALES): string {
  return dateFormatter(locales, { dateStyle: "medium", timeZone: "UTC" })
    .format(new Date(`${isoDay}T00:00:00Z`));
}
