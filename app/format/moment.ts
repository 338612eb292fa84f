import { LOCALES } from "./locale.ts";

export interface MomentOptions {
  readonly locales?: readonly string[];
  /** Time zone; that of the reader if absent. */
  readonly timeZone?: string;
}

/** Formats by their languages and zones: to make one takes longer than to write a hundred moments with it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Writes a point in time, given as an ISO 8601 timestamp, as day and time of the reader's zone. */
export function moment(timestamp: string, { locales = LOCALES, timeZone }: MomentOptions = {}): string {
  const key = `${locales.join()} ${timeZone}`;
  const format = FORMATS.get(key) ?? formatOf({ locales, timeZone });
  FORMATS.set(key, format);
  return format.format(new Date(timestamp));
}

function formatOf(
  { locales, timeZone }: { readonly locales: readonly string[]; readonly timeZone: string | undefined },
): Intl.DateTimeFormat {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat([...locales], { dateStyle: "medium", timeStyle: "short", ...zone });
}
