const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ISO = /^(\d{4})-(\d{2})-(\d{2})([T ].*)?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const DAY_FIRST = /^(\d{2})-(\d{2})-(\d{4})$/;
const NAMED = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/;

/**
 * Parses a date written as `2024-01-31` (also with a time after it), `20240131`, `31-01-2024` or `31-Jan-2024` to
 * `YYYY-MM-DD`; null where the text is not a valid date.
 */
export function dayOfText(text: string): string | null {
  const numbers = ISO.exec(text) ?? COMPACT.exec(text);
  if (numbers !== null) return dayOf(numbers[1], numbers[2], numbers[3]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return dayOf(dayFirst[3], dayFirst[2], dayFirst[1]);
  const named = NAMED.exec(text);
  if (named === null) return null;
  const month = MONTHS.indexOf(named[2].toLowerCase()) + 1;
  return dayOf(named[3], String(month).padStart(2, "0"), named[1].padStart(2, "0"));
}

function dayOf(year: string, month: string, day: string): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const text = `${year}-${month}-${day}`;
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : null;
}
