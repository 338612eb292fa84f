/** A table in some dialect, with the days and values that a person would read in it. */
export interface MadeTable {
  /** What the table was made of, for messages. */
  readonly made: string;
  readonly bytes: Uint8Array;
  readonly days: readonly string[];
  readonly names: readonly string[];
  /** Values of each day by name; NaN where missing. */
  readonly values: readonly (readonly number[])[];
}

/** Name of the asset of a file that holds one asset alone. */
export const ONE_NAME = "ONE";

type Random = () => number;

const NAMES = ["AAA", "Beta Fund", "RELIANCE.NS", "2330", "Größe & Co", "X-Y", "Index 50", "टाटा"] as const;
const LATIN_NAMES = NAMES.slice(0, 7);
const MONTHS = ["January", "February", "March", "April", "May", "June", "July"] as const;
const LATE_MONTHS = ["August", "September", "October", "November", "December"] as const;
const ALL_MONTHS: readonly string[] = [...MONTHS, ...LATE_MONTHS];
const MISSING = ["", "NA", "NaN", "-", "null", "#N/A", "n/a", "N/A"] as const;

/** Ways to write a day. Those of an instant are given as milliseconds in UTC by their zone. */
const DAY_FORMS: Readonly<Record<string, (day: string) => string>> = {
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
const NUMBER_FORMS: Readonly<Record<string, (decimal: string) => string>> = {
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

const LAYOUTS = ["wide", "wide", "notes above", "row names", "three lines", "two levels", "one asset", "long"] as const;
const LEFTOVERS = [
  "nothing",
  "nothing",
  "blank column and rows",
  "sums",
  "a note",
  "an equal row",
  "a repeated header",
] as const;
const ENCODINGS = ["utf-8", "utf-8", "utf-8 with a mark", "utf-16le", "utf-16be", "windows-1252"] as const;

interface Style {
  readonly separator: string;
  readonly encoding: typeof ENCODINGS[number];
  readonly lineEnd: string;
  readonly dayForm: string;
  readonly numberForm: string;
  readonly layout: typeof LAYOUTS[number];
  readonly leftover: typeof LEFTOVERS[number];
  readonly isNewestFirst: boolean;
  readonly isQuoted: boolean;
}

/** Makes a table of a random dialect, form of days, form of numbers, header and leftovers. */
export function madeTable(random: Random): MadeTable {
  const style = styleOf(random);
  const days = daysOf(random);
  const latin = style.encoding === "windows-1252";
  const isOne = style.layout === "one asset";
  const names = isOne ? [ONE_NAME] : namesOf(random, latin ? LATIN_NAMES : NAMES);
  const scale = 10 ** Math.floor(random() * 6), places = 1 + Math.floor(random() * 3);
  const decimals = days.map(() => names.map(() => random() < 0.05 ? null : ((0.2 + random()) * scale).toFixed(places)));
  // Each asset has a price on the first day, so that none is blank.
  decimals[0] = names.map(() => ((0.2 + random()) * scale).toFixed(places));
  const records = recordsOf({ random, style, days, names, decimals });
  return {
    made: JSON.stringify(style),
    bytes: encoded(textOf(records, style), style.encoding),
    days,
    names,
    values: decimals.map((row) => row.map((decimal) => decimal === null ? NaN : Number(decimal))),
  };
}

function styleOf(random: Random): Style {
  const encoding = pick(random, ENCODINGS);
  const numberForms = Object.keys(NUMBER_FORMS).filter((form) => encoding !== "windows-1252" || !form.includes("₹"));
  return {
    separator: pick(random, [",", ",", ";", "\t", "|"]),
    encoding,
    lineEnd: pick(random, ["\n", "\n", "\r\n", "\r"]),
    dayForm: pick(random, Object.keys(DAY_FORMS)),
    numberForm: pick(random, numberForms),
    layout: pick(random, LAYOUTS),
    leftover: pick(random, LEFTOVERS),
    isNewestFirst: random() < 0.3,
    isQuoted: random() < 0.3,
  };
}

/** Days of trade in one winter, so that no clock changes in between. */
function daysOf(random: Random): readonly string[] {
  const count = 2 + Math.floor(random() * 60), first = Date.UTC(2001 + Math.floor(random() * 24), 10, 8);
  const days: string[] = [];
  for (let ms = first + 86_400_000 * Math.floor(random() * 25); days.length < count; ms += 86_400_000) {
    if (new Date(ms).getUTCDay() % 6 !== 0) days.push(new Date(ms).toISOString().slice(0, 10));
  }
  return days;
}

function namesOf(random: Random, names: readonly string[]): readonly string[] {
  const shuffled = names.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at);
  return shuffled.slice(0, 2 + Math.floor(random() * (names.length - 2))).map(({ name }) => name);
}

interface Content {
  readonly random: Random;
  readonly style: Style;
  readonly days: readonly string[];
  readonly names: readonly string[];
  readonly decimals: readonly (readonly (string | null)[])[];
}

function recordsOf(content: Content): readonly (readonly string[])[] {
  const { style: { layout, leftover, isNewestFirst } } = content;
  const { header, rows } = layout === "long" ? longForm(content) : wideForm(content);
  if (leftover === "an equal row") rows.splice(1, 0, rows[0] ?? []);
  if (isNewestFirst) rows.reverse();
  const width = header.at(-1)?.length ?? 1, blank = new Array<string>(width - 1).fill("");
  if (leftover === "a repeated header") rows.splice(Math.ceil(rows.length / 2), 0, header.at(-1) ?? []);
  if (leftover === "sums") {
    const sum = ["Total", ...(rows[0] ?? []).slice(1)];
    if (layout === "row names") sum[1] = "";
    rows.push(sum, ["Average", ...blank]);
  }
  if (leftover === "a note") rows.push(["Source: an exchange", ...blank], ["* adjusted for splits"]);
  const all = [...header, ...rows];
  if (leftover !== "blank column and rows") return all;
  return [...all.map((cells) => [...cells, ""]), ["", ...blank, ""], ["", ...blank, ""]];
}

interface Form {
  readonly header: string[][];
  readonly rows: string[][];
}

function longForm({ random, style, days, names, decimals }: Content): Form {
  const number = numberWriter(random, style);
  const rows = days.flatMap((day, i) =>
    names.map((name, j) => [DAY_FORMS[style.dayForm]?.(day) ?? day, name, number(decimals[i]?.[j] ?? null)])
  );
  return {
    header: [["Date", pick(random, ["Symbol", "Ticker", "SYMBOL"]), pick(random, ["Close", "close_price"])]],
    rows,
  };
}

function wideForm(content: Content): Form {
  const { random, style, days, decimals } = content;
  const number = numberWriter(random, style), layout = style.layout;
  const fields = layout === "one asset" || layout === "two levels";
  const rows = days.map((day, i) => {
    const cells = (decimals[i] ?? []).map(number);
    const values = !fields ? cells : cells.flatMap((cell) => [number("7.25"), number("8.75"), cell, number("1000.5")]);
    const written = DAY_FORMS[style.dayForm]?.(day) ?? day;
    return layout === "row names" ? [String(i), written, ...values] : [written, ...values];
  });
  return { header: headerOf(content), rows };
}

function headerOf({ random, style: { layout }, names }: Content): string[][] {
  const date = pick(random, ["Date", "date", "DATE", "Trade Date", "Timestamp"]);
  const adjusted = pick(random, [
    "Adj Close",
    "Adjusted Close",
    "adj_close",
    "Adj. Close",
    "AdjClose",
    "Close (adjusted)",
  ]);
  const blank = names.map(() => "");
  switch (layout) {
    case "notes above":
      return [["Prices of some shares"], ["Created", "2024-05-01"], [], [date, ...names]];
    case "row names":
      return [[pick(random, ["", "index", "Unnamed: 0"]), date, ...names]];
    case "three lines":
      return [["Price", ...names.map(() => "Close")], ["Ticker", ...names], ["Date", ...blank]];
    case "two levels":
      return [
        ["Price", ...names.flatMap(() => ["Open", "Close", adjusted, "Volume"])],
        ["Ticker", ...names.flatMap((name) => [name, name, name, name])],
        [date, ...names.flatMap(() => ["", "", "", ""])],
      ];
    case "one asset":
      return [[date, "Open", "Close", adjusted, "Volume"]];
    default:
      return [[date, ...names]];
  }
}

function numberWriter(random: Random, { numberForm }: Style): (decimal: string | null) => string {
  const missing = pick(random, MISSING);
  return (decimal) => decimal === null ? missing : NUMBER_FORMS[numberForm]?.(decimal) ?? decimal;
}

function textOf(records: readonly (readonly string[])[], { separator, lineEnd, isQuoted }: Style): string {
  const cell = (text: string): string =>
    isQuoted || text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  return records.map((cells) => cells.map(cell).join(separator)).join(lineEnd) + lineEnd;
}

function encoded(text: string, encoding: Style["encoding"]): Uint8Array {
  switch (encoding) {
    case "utf-8":
      return new TextEncoder().encode(text);
    case "utf-8 with a mark":
      return new TextEncoder().encode(`\ufeff${text}`);
    case "windows-1252":
      return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    default: {
      const bytes = new Uint8Array(2 * text.length + 2), view = new DataView(bytes.buffer);
      [..."\ufeff", ...text].forEach((letter, at) =>
        view.setUint16(2 * at, letter.charCodeAt(0), encoding === "utf-16le")
      );
      return bytes;
    }
  }
}

function pick<Choice>(random: Random, choices: readonly Choice[]): Choice {
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
