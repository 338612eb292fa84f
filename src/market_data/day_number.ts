const DAY_MS = 86_400_000;

/** Days by their numbers: a few thousand for any number of assets, which then share one string a day. */
const texts = new Map<number, string>();
const MOST_TEXTS = 65_536;

/** Days since 1970-01-01 of a day, `YYYY-MM-DD`. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(date) / DAY_MS);
}

/** The day, `YYYY-MM-DD`, so many days after 1970-01-01. Throws a `RangeError` for what no calendar has. */
export function dayText(day: number): string {
  const known = texts.get(day);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  texts.set(day, text);
  return text;
}
