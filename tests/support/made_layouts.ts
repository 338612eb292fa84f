import { type Content, numberWriter, pick, type Random, writtenDayOf } from "./made_cells.ts";

/** Lines of a made table, and what a person reads in them where it is not what the content says. */
export interface MadeForm {
  readonly header: string[][];
  readonly rows: string[][];
  /** Lines behind the rows that are no data. */
  readonly behind?: readonly (readonly string[])[];
  /** Whether the rows stand in their final order. */
  readonly isOrdered?: boolean;
  readonly days?: readonly string[];
  readonly names?: readonly string[];
  readonly decimals?: Content["decimals"];
}

/** Layouts of tables beside the usual ones, by their names. */
export const OTHER_LAYOUTS: Readonly<Record<string, (content: Content) => MadeForm>> = {
  "names and fields in one heading": flattenedForm,
  "indicators behind one asset": indicatorForm,
  "figures behind each asset": figureForm,
  "row numbers behind the days": indexForm,
  "side by side": sideBySideForm,
  "sorted by a code": codeForm,
  "sorted by a name": nameForm,
  "values of funds with banners": fundForm,
  "exchange of India since 2024": exchangeForm,
  "codes and currencies below the names": factForm,
  "months and years": monthForm,
};

function wideCells(
  { days, decimals, style, random }: Content,
  cells: (values: readonly string[]) => readonly string[],
) {
  const number = numberWriter(random, style);
  return days.map((day, i) => [writtenDayOf(style, day), ...cells((decimals[i] ?? []).map(number))]);
}

function flattenedForm(content: Content): MadeForm {
  const { random, names, style } = content;
  const adjusted = pick(random, ["Adj Close", "Adjusted", "adj_close", "Adj. Close"]);
  const fields = random() < 0.5 ? ["Open", "Close", "Volume"] : ["High", "Close", adjusted, "Volume"];
  const taken = fields.includes(adjusted) ? adjusted : "Close";
  const mark = pick(random, ["_", " ", ".", "|", ":", "-", " - ", "/", "tuple"]);
  const isFieldFirst = random() < 0.5, isByName = random() < 0.5;
  const heading = (name: string, field: string): string => {
    const [left, right] = isFieldFirst ? [field, name] : [name, field];
    return mark === "tuple" ? `('${left}', '${right}')` : `${left}${mark}${right}`;
  };
  const number = numberWriter(random, style);
  const columns = isByName
    ? names.flatMap((name, j) => fields.map((field) => ({ name, j, field })))
    : fields.flatMap((field) => names.map((name, j) => ({ name, j, field })));
  const rows = wideCells(
    content,
    (values) =>
      columns.map(({ j, field }) => field === taken ? values[j] ?? "" : number(field === "Volume" ? "1000.5" : "8.75")),
  );
  return { header: [["Date", ...columns.map(({ name, field }) => heading(name, field))]], rows };
}

function indicatorForm(content: Content): MadeForm {
  const { random, style } = content;
  const number = numberWriter(random, style);
  const indicators = ["RSI", "Volume MA", "Upper", "Lower", "Basis", "MACD", "Signal", "Plot"].slice(
    0,
    2 + Math.floor(6 * random()),
  );
  const rows = wideCells(
    content,
    ([value = ""]) => [number("7.25"), number("9.25"), number("6.25"), value, ...indicators.map(() => number("55.5"))],
  );
  return { header: [["time", "open", "high", "low", "close", ...indicators]], rows };
}

function figureForm(content: Content): MadeForm {
  const { random, names, style } = content;
  const figure = pick(random, ["Volume", "% Chg", "Chg", "Turnover", "PE"]), number = numberWriter(random, style);
  const rows = wideCells(content, (values) => values.flatMap((value) => [value, number("1000.5")]));
  return { header: [["Date", ...names.flatMap((name) => [name, `${name} ${figure}`])]], rows };
}

function indexForm(content: Content): MadeForm {
  const first = content.random() < 0.5 ? 0 : 1;
  const rows = wideCells(content, (values) => values).map((
    [day = "", ...values],
    i,
  ) => [day, String(i + first), ...values]);
  return { header: [["Date", pick(content.random, ["index", "Unnamed: 0"]), ...content.names]], rows };
}

function sideBySideForm({ random, style, days, names, decimals }: Content): MadeForm {
  const number = numberWriter(random, style);
  const windows = names.map((_, j) => {
    const from = j === 0 ? 0 : Math.floor(random() * (days.length / 2)), least = Math.ceil(days.length / 2);
    const to = j === 1 ? days.length : Math.min(days.length, from + least + Math.floor(random() * least));
    return { from, to };
  });
  const blocks = windows.map(({ from, to }, j) => {
    const rows = days.slice(from, to).map((
      day,
      k,
    ) => [writtenDayOf(style, day), number(decimals[from + k]?.[j] ?? null)]);
    return style.isNewestFirst ? rows.reverse() : rows;
  });
  const length = Math.max(...blocks.map((rows) => rows.length));
  const rows = Array.from({ length }, (_, k) => blocks.flatMap((rows) => rows[k] ?? ["", ""]));
  const isOf = (i: number, j: number): boolean => i >= (windows[j]?.from ?? 0) && i < (windows[j]?.to ?? 0);
  const kept = days.flatMap((_, i) => names.some((_, j) => isOf(i, j)) ? [i] : []);
  const field = pick(random, ["PX_LAST", "Close", "Price"]);
  const headers = [
    [names.flatMap((name) => ["Date", name])],
    [names.flatMap((name, j) => [j === 0 ? "Date" : `Date.${j}`, name])],
    [names.flatMap((name) => [name, ""]), names.flatMap(() => ["Date", field])],
    [names.flatMap((name) => ["", name]), names.flatMap(() => ["Date", field])],
  ];
  return {
    header: pick(random, headers),
    rows,
    isOrdered: true,
    days: kept.map((i) => days[i] ?? ""),
    decimals: kept.map((i) => names.map((_, j) => isOf(i, j) ? decimals[i]?.[j] ?? null : null)),
  };
}

/** Rows of one asset after another, with what stands around the day and the value of each. */
function sortedRows(
  { random, style, days, names, decimals }: Content,
  row: (parts: { readonly j: number; readonly day: string; readonly value: string }) => string[],
): string[][] {
  const number = numberWriter(random, style);
  return names.flatMap((_, j) =>
    days.map((day, i) => row({ j, day: writtenDayOf(style, day), value: number(decimals[i]?.[j] ?? null) }))
  );
}

function codesOf({ names }: Content): readonly string[] {
  return names.map((_, j) => String(100_001 + 7 * j));
}

function codeForm(content: Content): MadeForm {
  const codes = codesOf(content), heading = pick(content.random, ["Code", "Scheme Code", "PERMNO", "Scrip Code"]);
  const rows = sortedRows(content, ({ j, day, value }) => [codes[j] ?? "", content.names[j] ?? "", day, value]);
  return {
    header: [[heading, "Name", "Date", pick(content.random, ["NAV", "Close", "Price"])]],
    rows,
    names: codes,
    isOrdered: true,
  };
}

function nameForm(content: Content): MadeForm {
  const names = content.names.map((name) => `${name} Ltd`);
  const rows = sortedRows(content, ({ j, day, value }) => [day, "7.25", value, "1000", names[j] ?? ""]);
  return { header: [["date", "open", "close", "volume", "Name"]], rows, names, isOrdered: true };
}

function fundForm(content: Content): MadeForm {
  const codes = codesOf(content);
  const rows = sortedRows(
    content,
    ({ j, day, value }) => [codes[j] ?? "", content.names[j] ?? "", `INF${codes[j]}018`, "", value, "", "", day],
  );
  const banners = [["Open Ended Schemes ( Equity Scheme - Large Cap Fund )"], [""], ["A Mutual Fund"]];
  const half = content.days.length * Math.ceil(codes.length / 2);
  return {
    header: [[
      "Scheme Code",
      "Scheme Name",
      "ISIN Div Payout/ISIN Growth",
      "ISIN Div Reinvestment",
      "Net Asset Value",
      "Repurchase Price",
      "Sale Price",
      "Date",
    ], ...banners],
    rows: [...rows.slice(0, half), ["B Mutual Fund"], ...rows.slice(half)],
    names: codes,
    isOrdered: true,
  };
}

function exchangeForm({ random, style, days, names, decimals }: Content): MadeForm {
  const number = numberWriter(random, style);
  const header = [
    ...["TradDt", "BizDt", "Sgmt", "Src", "FinInstrmTp", "FinInstrmId", "ISIN", "TckrSymb", "SctySrs", "OpnPric"],
    ...["HghPric", "LwPric", "ClsPric", "LastPric", "PrvsClsgPric", "TtlTradgVol"],
  ];
  const rows = days.flatMap((day, i) =>
    names.map((name, j) => {
      const written = writtenDayOf(style, day), value = number(decimals[i]?.[j] ?? null), other = number("7.25");
      const codes = ["CM", "NSE", "STK", String(100 + j), `INE00${j}A01011`, name, "EQ"];
      return [written, written, ...codes, other, other, other, value, other, other, "1000"];
    })
  );
  return { header: [header], rows };
}

function factForm(content: Content): MadeForm {
  const { names } = content;
  const facts = [["Code", ...names.map((_, j) => String(905_113 + j))], [
    "CURRENCY",
    ...names.map((_, j) => j % 2 ? "U$" : "E"),
  ]];
  const above = content.random() < 0.5 ? facts : facts.slice(0, 1);
  return { header: [["Name", ...names], ...above], rows: wideCells(content, (values) => values) };
}

function monthForm({ random, style, days, names, decimals }: Content): MadeForm {
  const number = numberWriter(random, style), year = 1990 + Math.floor(30 * random());
  const months = days.map((_, i) => new Date(Date.UTC(year, i + 1, 0)).toISOString().slice(0, 10));
  const rows = months.map((day, i) => [day.slice(0, 7).replace("-", ""), ...(decimals[i] ?? []).map(number)]);
  const header = ["", ...names],
    years = [year, year + 1].map((one) => [String(one), ...names.map(() => number("9.5"))]);
  const behind = [["Annual Factors: January-December"], header, ...years];
  return {
    header: [["This file was made by a university"], [""], header],
    rows,
    behind,
    days: months,
    isOrdered: true,
  };
}

/** Numbers of names that a layout takes at most. */
export function mostNames(layout: string): number {
  return layout === "indicators behind one asset" ? 1 : Infinity;
}

/** What may be left over in a file of such a layout without being a part of its table. */
export function leftoversOf(layout: string): readonly ("nothing" | "a note" | "blank column and rows")[] {
  if (layout === "side by side" || layout.startsWith("sorted") || layout.startsWith("values")) {
    return ["nothing", "a note"];
  }
  return ["nothing", "a note", "blank column and rows"];
}

/** Picks one of the other layouts. */
export function pickOtherLayout(random: Random): string {
  return pick(random, Object.keys(OTHER_LAYOUTS));
}
