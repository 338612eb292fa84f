import {
  type Content,
  DAY_FORMS,
  ENCODINGS,
  LEFTOVERS,
  NUMBER_FORMS,
  numberWriter,
  pick,
  type Random,
  type Style,
} from "./made_cells.ts";
import { leftoversOf, type MadeForm, mostNames, OTHER_LAYOUTS, pickOtherLayout } from "./made_layouts.ts";

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

const NAMES = ["AAA", "Beta Fund", "RELIANCE.NS", "2330", "Größe & Co", "X-Y", "Index 50", "टाटा"] as const;
const LATIN_NAMES = NAMES.slice(0, 7);
const LAYOUTS = ["wide", "wide", "notes above", "row names", "three lines", "two levels", "one asset", "long"] as const;

/** Makes a table of a random dialect, form of days, form of numbers, header and leftovers. */
export function madeTable(random: Random): MadeTable {
  return tableOf(random, styleOf(random));
}

/** Makes a table like `madeTable`, in one of the layouts that are less usual. */
export function otherMadeTable(random: Random): MadeTable {
  const layout = pickOtherLayout(random), leftover = pick(random, leftoversOf(layout));
  return tableOf(random, { ...styleOf(random), layout, leftover });
}

function tableOf(random: Random, style: Style): MadeTable {
  const days = daysOf(random);
  const latin = style.encoding === "windows-1252";
  const isOne = style.layout === "one asset";
  const names = isOne || mostNames(style.layout) === 1 ? [ONE_NAME] : namesOf(random, latin ? LATIN_NAMES : NAMES);
  const scale = 10 ** Math.floor(random() * 6), places = 1 + Math.floor(random() * 3);
  const decimals = days.map(() => names.map(() => random() < 0.05 ? null : ((0.2 + random()) * scale).toFixed(places)));
  // Each asset has a price on the first day, so that none is blank.
  decimals[0] = names.map(() => ((0.2 + random()) * scale).toFixed(places));
  const { records, read } = recordsOf({ random, style, days, names, decimals });
  return {
    made: JSON.stringify(style),
    bytes: encoded(textOf(records, style), style.encoding),
    days: read.days,
    names: read.names,
    values: read.decimals.map((row) => row.map((decimal) => decimal === null ? NaN : Number(decimal))),
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

/** Records of a table, and what a person reads in them. */
interface Made {
  readonly records: readonly (readonly string[])[];
  readonly read: Pick<Content, "days" | "names" | "decimals">;
}

function recordsOf(content: Content): Made {
  const { style: { layout, leftover, isNewestFirst } } = content;
  const form = formOf(content), { header, rows, behind = [] } = form;
  const read = {
    days: form.days ?? content.days,
    names: form.names ?? content.names,
    decimals: form.decimals ?? content.decimals,
  };
  if (leftover === "an equal row") rows.splice(1, 0, rows[0] ?? []);
  if (isNewestFirst && form.isOrdered !== true) rows.reverse();
  const width = Math.max(...header.map((cells) => cells.length)), blank = new Array<string>(width - 1).fill("");
  if (leftover === "a repeated header") rows.splice(Math.ceil(rows.length / 2), 0, header.at(-1) ?? []);
  if (leftover === "sums") {
    const sum = ["Total", ...(rows[0] ?? []).slice(1)];
    if (layout === "row names") sum[1] = "";
    rows.push(sum, ["Average", ...blank]);
  }
  if (leftover === "a note") rows.push(["Source: an exchange", ...blank], ["* adjusted for splits"]);
  const all = [...header, ...rows, ...behind];
  if (leftover !== "blank column and rows") return { records: all, read };
  return { records: [...all.map((cells) => [...cells, ""]), ["", ...blank, ""], ["", ...blank, ""]], read };
}

function formOf(content: Content): MadeForm {
  const { layout } = content.style;
  const other = OTHER_LAYOUTS[layout];
  if (other !== undefined) return other(content);
  return layout === "long" ? longForm(content) : wideForm(content);
}

function longForm({ random, style, days, names, decimals }: Content): MadeForm {
  const number = numberWriter(random, style);
  const rows = days.flatMap((day, i) =>
    names.map((name, j) => [DAY_FORMS[style.dayForm]?.(day) ?? day, name, number(decimals[i]?.[j] ?? null)])
  );
  return {
    header: [["Date", pick(random, ["Symbol", "Ticker", "SYMBOL"]), pick(random, ["Close", "close_price"])]],
    rows,
  };
}

function wideForm(content: Content): MadeForm {
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
