import { dateFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

export interface MomentOptions {
  readonly locales?: readonly string[];
  /** Time zone; that of the reader if absent. */
  readonly timeZone?: string;
}

/** Writes a point in time, an ISO 8601 timestamp or milliseconds since 1970, as day and time of the reader's zone. */
export function moment(timestamp: string | number, { locales = LOCALES, timeZone }: MomentOptions = {}): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return dateFormatter(locales, { dateStyle: "medium", timeStyle: "short", ...zone })
    .format(new Date(timestamp));
}
