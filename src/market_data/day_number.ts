const DAY_MS = 86_400_000;

/** Cached date strings by day number: all assets share one string per day, a few thousand in all. */
const texts = new Map<number, string>();
const MOST_TEXTS = 65_536;

/** Returns the number of days from 1970-01-01 to a date `YYYY-MM-DD`. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(date) / DAY_MS);
}

/**
 * Returns the date `YYYY-MM-DD` that lies the given number of days after 1970-01-01. Throws a `RangeError` for a date
 * that JavaScript cannot represent.
 */
export function dayText(day: number): string {
  const known = texts.get(day);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  texts.set(day, text);
  return text;
}
