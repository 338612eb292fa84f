/**
 * Day that a cell writes. Each form says in which orders of its parts the cell can be read, and which day each order
 * gives; null where there is no such day in the calendar.
 */
export type WrittenDay =
  | { readonly form: "day"; readonly day: string }
  | {
    readonly form: "numbers" | "short numbers" | "short year";
    readonly days: DaysByOrder;
    readonly separator: string;
  }
  | { readonly form: "instant"; readonly day: string; readonly time: string; readonly utcMs: number }
  | { readonly form: "serial"; readonly day: string; readonly number: number }
  | { readonly form: "epoch"; readonly utcMs: number; readonly unit: "seconds" | "milliseconds" | "nanoseconds" }
  | { readonly form: "compact month"; readonly day: string }
  | { readonly form: "month" | "no such day" };

/** Order of the parts of a day: day, month and year. */
export type DayOrder = "day first" | "month first" | "year first";
export type DaysByOrder = Readonly<Partial<Record<DayOrder, string | null>>>;

const MONTHS = [
  ["jan", "january"],
  ["feb", "february"],
  ["mar", "march"],
  ["apr", "april"],
  ["may", "may"],
  ["jun", "june"],
  ["jul", "july"],
  ["aug", "august"],
  ["sep", "september"],
  ["oct", "october"],
  ["nov", "november"],
  ["dec", "december"],
] as const;
const MONTH_OF: ReadonlyMap<string, number> = new Map([
  ...MONTHS.flatMap((names, month) => names.map((name) => [name, month + 1] as const)),
  ["sept", 9],
]);

const WEEKDAY = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[., ]+/i;
const TIME =
  /^(.*?)(?:[T ]|, ?)\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([AP]M)?\s*(Z|(?:UTC|GMT)?(?:[+-]\d{2}:?\d{2})?)(?: ?\(.*\))?$/i;

/** Form of most days, for which no other is tried. */
const PLAIN_ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const ISO = /^(\d{4})([-\/.])(\d{1,2})\2(\d{1,2})$/;
const COMPACT = /^((?:18|19|20|21)\d{2})(\d{2})(\d{2})$/;
const NUMBERS = /^(\d{1,2})([-\/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})$/;
const NAMED_DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-\/. ,]*([a-z]{3,9})[-\/. ,']*(\d{4}|\d{2})$/i;
const NAMED_MONTH_FIRST = /^([a-z]{3,9})[-\/. ]*(\d{1,2})(?:st|nd|rd|th)?[-\/. ,]+(\d{4}|\d{2})$/i;
const NAMED_YEAR_FIRST = /^(\d{4})[-\/. ]*([a-z]{3,9})[-\/. ]*(\d{1,2})$/i;
const MONTH_ALONE = /^(?:[a-z]{3,9}[-\/. ,']*(?:\d{4}|\d{2})|\d{4}[-\/.]\d{1,2}|\d{1,2}[-\/.]\d{4})$/i;
/** A whole number, to which programs with missing numbers in a column add a decimal. */
const NO_FRACTION = /^\d+(?:\.0*)?$/;
const COMPACT_MONTH = /^((?:19|20)\d{2})(\d{2})$/;

/** Day 0 of the serial numbers that spreadsheet programs count days by, and the numbers of 1941 to 2099. */
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);
const SERIALS = { least: 15_000, most: 73_050 } as const;
const DAY_MS = 86_400_000;

/** Returns the day that a cell writes; null where it writes none. */
export function writtenDay(cell: string): WrittenDay | null {
  const iso = PLAIN_ISO.exec(cell);
  if (iso !== null) return fixed(dayOf(iso[1], iso[2], iso[3]));
  const text = cell.trim();
  if (text.length > 60 || !/\d/.test(text)) return null;
  return ofNumber(text) ?? ofDate(text) ?? ofTime(text);
}

/** Whether a cell looks like a day in letters, which a number alone does not. */
export function looksLikeDay(cell: string): boolean {
  const written = writtenDay(cell);
  return written !== null && written.form !== "serial" && written.form !== "epoch" && written.form !== "month" &&
    written.form !== "compact month";
}

function ofNumber(text: string): WrittenDay | null {
  const found = /^(\d+)(?:\.\d*)?$/.exec(text);
  if (found === null) return null;
  const [, digits = ""] = found;
  const compact = COMPACT.exec(digits);
  if (compact !== null && NO_FRACTION.test(text)) return fixed(dayOf(compact[1], compact[2], compact[3]));
  const number = Number(text), whole = Math.floor(number);
  if (digits.length === 5 && whole >= SERIALS.least && whole <= SERIALS.most) {
    return { form: "serial", day: isoDay(SERIAL_ZERO_MS + whole * DAY_MS), number };
  }
  const utcMs = digits.length === 19
    ? whole / 1e6
    : digits.length === 13 || digits.length === 12
    ? whole
    : whole * 1000;
  const unit = digits.length === 19 ? "nanoseconds" : digits.length >= 12 ? "milliseconds" : "seconds";
  const isEpoch = [9, 10, 12, 13, 19].includes(digits.length) && Math.abs(utcMs) < 4_102_444_800_000;
  return isEpoch ? { form: "epoch", utcMs, unit } : ofCompactMonth(text);
}

/** Reads a month of six digits as its last day; null where the digits are none. */
function ofCompactMonth(text: string): WrittenDay | null {
  const found = COMPACT_MONTH.exec(text);
  if (found === null) return null;
  const month = Number(found[2]);
  return month < 1 || month > 12
    ? { form: "month" }
    : { form: "compact month", day: isoDay(Date.UTC(Number(found[1]), month, 0)) };
}

function ofDate(text: string): WrittenDay | null {
  const iso = ISO.exec(text);
  if (iso !== null) return fixed(dayOf(iso[1], iso[3], iso[4]));
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) return ofNumbers(numbers);
  return ofNamed(text.replace(WEEKDAY, "")) ?? (MONTH_ALONE.test(text) && hasMonth(text) ? { form: "month" } : null);
}

function hasMonth(text: string): boolean {
  const word = /[a-z]+/i.exec(text)?.[0];
  return word === undefined || MONTH_OF.has(word.toLowerCase());
}

function ofNumbers([, a = "", separator = "", b = "", c = ""]: readonly string[]): WrittenDay {
  if (c.length === 4) {
    const days = { "day first": dayOf(c, b, a), "month first": dayOf(c, a, b) };
    return { form: "numbers", days, separator };
  }
  const days = {
    "day first": dayOf(longYear(c), b, a),
    "month first": dayOf(longYear(c), a, b),
    "year first": a.length === 2 ? dayOf(longYear(a), b, c) : null,
  };
  return { form: "short numbers", days, separator };
}

function ofNamed(text: string): WrittenDay | null {
  const yearFirst = NAMED_YEAR_FIRST.exec(text);
  if (yearFirst !== null) return fixedNamed(yearFirst[1], yearFirst[2], yearFirst[3]);
  const monthFirst = NAMED_MONTH_FIRST.exec(text);
  if (monthFirst !== null) return ofWords(monthFirst[3] ?? "", monthFirst[1] ?? "", monthFirst[2] ?? "");
  const dayFirst = NAMED_DAY_FIRST.exec(text);
  if (dayFirst === null) return null;
  const [, day = "", word = "", year = ""] = dayFirst;
  if (year.length === 4) return fixedNamed(year, word, day);
  const month = MONTH_OF.get(word.toLowerCase());
  if (month === undefined) return null;
  const days = {
    "day first": dayOf(longYear(year), String(month), day),
    "year first": day.length === 2 ? dayOf(longYear(day), String(month), year) : null,
  };
  return { form: "short year", days, separator: "" };
}

function ofWords(year: string, word: string, day: string): WrittenDay | null {
  if (year.length === 4) return fixedNamed(year, word, day);
  const month = MONTH_OF.get(word.toLowerCase());
  if (month === undefined) return null;
  return { form: "short year", days: { "day first": dayOf(longYear(year), String(month), day) }, separator: "" };
}

function fixedNamed(year = "", word = "", day = ""): WrittenDay | null {
  const month = MONTH_OF.get(word.toLowerCase());
  return month === undefined ? null : fixed(dayOf(year, String(month), day));
}

function fixed(day: string | null): WrittenDay {
  return day === null ? { form: "no such day" } : { form: "day", day };
}

/** Reads a date with a time. With a zone it is an instant; without one it is the day as written. */
function ofTime(text: string): WrittenDay | null {
  const found = TIME.exec(text.replace(WEEKDAY, "").replace(/^([a-z]{3} \d{1,2}) (\d{4}) /i, "$1, $2 "));
  if (found === null) return null;
  const [, date = "", hours = "", minutes = "", seconds = "0", , half = "", zone = ""] = found;
  const written = ofDate(date.trim()) ?? ofCompact(date.trim());
  if (written === null || zone === "") return written;
  if (written.form !== "day") return written;
  const hour = Number(hours) % (half === "" ? 24 : 12) + (/pm/i.test(half) ? 12 : 0);
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const time = `${String(hour).padStart(2, "0")}:${minutes}`;
  const utcMs = Date.parse(`${written.day}T${time}:${seconds}Z`) - offsetMs(zone);
  return { form: "instant", day: written.day, time, utcMs };
}

function ofCompact(text: string): WrittenDay | null {
  const compact = COMPACT.exec(text);
  return compact === null ? null : fixed(dayOf(compact[1], compact[2], compact[3]));
}

function offsetMs(zone: string): number {
  const offset = /([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (offset === null) return 0;
  const minutes = 60 * Number(offset[2]) + Number(offset[3]);
  return (offset[1] === "-" ? -60_000 : 60_000) * minutes;
}

/** Years 0 to 69 of two digits are of this century, and 70 to 99 of the last, as POSIX has it. */
function longYear(year: string): string {
  return `${Number(year) < 70 ? 20 : 19}${year}`;
}

/** Returns a day as YYYY-MM-DD; null where there is no such day in the calendar. */
function dayOf(year = "", month = "", day = ""): string | null {
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return !Number.isNaN(ms) && isoDay(ms) === text ? text : null;
}

/** Returns the day of an instant, in the zone of its number. */
export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
