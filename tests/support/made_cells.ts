/** Numbers between 0 and 1. */
export type Random = () => number;

const MONTHS = ["January", "February", "March", "April", "May", "June", "July"] as const;
const LATE_MONTHS = ["August", "September", "October", "November", "December"] as const;
const ALL_MONTHS: readonly string[] = [...MONTHS, ...LATE_MONTHS];

const MISSING = ["", "NA", "NaN", "-", "null", "#N/A", "n/a", "N/A"] as const;

/** Ways to write a day. Those of an instant are given as milliseconds in UTC by their zone. */
export const DAY_FORMS: Readonly<Record<string, (day: string) => string>> = {
  "iso": (day) => day,
  "iso with slashes": (day) => day.replaceAll("-", "/"),
  "compact": (day) => day.replaceAll("-", ""),
  "day/month/year": (day) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`,
  "month/day/year": (day) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`,
  "day-month-year": (day) => `${day.slice(8)}-${day.slice(5, 7)}-${day.slice(0, 4)}`,
  "day.month.year": (day) => `${Number(day.slice(8))}.${Number(day.slice(5, 7))}.${day.slice(0, 4)}`,
  "day/month/short year": (day) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`,
  "month/day/short year": (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(2, 4)}`,
  "day-Mon-year": (day) => `${day.slice(8)}-${monthOf(day).slice(0, 3)}-${day.slice(0, 4)}`,
  "day-Month-year": (day) => `${Number(day.slice(8))}-${monthOf(day)}-${day.slice(0, 4)}`,
  "day-Mon-short year": (day) => `${day.slice(8)}-${monthOf(day).slice(0, 3)}-${day.slice(2, 4)}`,
  "Mon day, year": (day) => `${monthOf(day).slice(0, 3)} ${Number(day.slice(8))}, ${day.slice(0, 4)}`,
  "Month day, year": (day) => `${monthOf(day)} ${day.slice(8)}, ${day.slice(0, 4)}`,
  "day Month year": (day) => `${Number(day.slice(8))} ${monthOf(day)} ${day.slice(0, 4)}`,
  "weekday and day": (day) =>
    `${new Date(day).toUTCString().slice(0, 3)}, ${Number(day.slice(8))} ${monthOf(day)} ${day.slice(0, 4)}`,
  "time without zone": (day) => `${day} 15:30:00`,
  "midnight in India": (day) => `${day} 00:00:00+05:30`,
  "midnight in New York": (day) => `${day}T00:00:00-05:00`,
  "midnight in UTC": (day) => `${day}T00:00:00Z`,
  "midnight in India, in UTC": (day) => new Date(Date.parse(`${day}T00:00:00+05:30`)).toISOString(),
  "close in New York, in UTC": (day) => `${day}T21:00:00.000Z`,
  "seconds since 1970": (day) => String(Date.parse(day) / 1000),
  "milliseconds since 1970": (day) => String(Date.parse(day)),
  "number in a sheet": (day) => String(Date.parse(day) / 86_400_000 + 25_569),
};

/** Ways to write a number of at most three decimals, given as text with a point. */
export const NUMBER_FORMS: Readonly<Record<string, (decimal: string) => string>> = {
  "plain": (decimal) => decimal,
  "1,234.5": (decimal) => grouped(decimal, { group: ",", point: "." }),
  "1.234,5": (decimal) => grouped(decimal, { group: ".", point: "," }),
  "1 234,5": (decimal) => grouped(decimal, { group: " ", point: "," }),
  "1\u00a0234,5": (decimal) => grouped(decimal, { group: "\u00a0", point: "," }),
  "1234,5": (decimal) => decimal.replace(".", ","),
  "1'234.5": (decimal) => grouped(decimal, { group: "'", point: "." }),
  "1,23,456.7": (decimal) => inLakhs(decimal),
  "₹1,234.5": (decimal) => `₹${grouped(decimal, { group: ",", point: "." })}`,
  "$ 1234.5": (decimal) => `$ ${decimal}`,
};

/** What is left over in files beside their tables. */
export const LEFTOVERS = [
  "nothing",
  "nothing",
  "blank column and rows",
  "sums",
  "a note",
  "an equal row",
  "a repeated header",
] as const;
/** Encodings of files. */
export const ENCODINGS = ["utf-8", "utf-8", "utf-8 with a mark", "utf-16le", "utf-16be", "windows-1252"] as const;

/** How a table is written. */
export interface Style {
  readonly separator: string;
  readonly encoding: typeof ENCODINGS[number];
  readonly lineEnd: string;
  readonly dayForm: string;
  readonly numberForm: string;
  readonly layout: string;
  readonly leftover: typeof LEFTOVERS[number];
  readonly isNewestFirst: boolean;
  readonly isQuoted: boolean;
}

/** What a table is made of. */
export interface Content {
  readonly random: Random;
  readonly style: Style;
  readonly days: readonly string[];
  readonly names: readonly string[];
  readonly decimals: readonly (readonly (string | null)[])[];
}

/** Returns a day as the style writes it. */
export function writtenDayOf({ dayForm }: Style, day: string): string {
  return DAY_FORMS[dayForm]?.(day) ?? day;
}

/** Returns the function that writes numbers as the style does, and missing ones by a word of the table. */
export function numberWriter(random: Random, { numberForm }: Style): (decimal: string | null) => string {
  const missing = pick(random, MISSING);
  return (decimal) => decimal === null ? missing : NUMBER_FORMS[numberForm]?.(decimal) ?? decimal;
}

/** Picks one of some choices. */
export function pick<Choice>(random: Random, choices: readonly Choice[]): Choice {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new RangeError("Cannot pick from an empty list");
  return choice;
}

function monthOf(day: string): string {
  return ALL_MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
}

function grouped(decimal: string, { group, point }: { readonly group: string; readonly point: string }): string {
  const [whole = "", fraction] = decimal.split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? groups : groups + point + fraction;
}

function inLakhs(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const last = whole.slice(-3), before = whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ",");
  const groups = before === "" ? last : `${before},${last}`;
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
