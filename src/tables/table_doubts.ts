import type { Doubt } from "../domain/doubt.ts";
import { columnsLeftOut } from "../doubts/kinds/columns_left_out.ts";
import { readAs } from "../doubts/kinds/read_as.ts";
import { rowsLeftOut } from "../doubts/kinds/rows_left_out.ts";
import { takenClose } from "../doubts/kinds/taken_close.ts";
import { unsureReading } from "../doubts/kinds/unsure_reading.ts";
import { readingDoubts } from "../doubts/reading.ts";
import { named } from "../doubts/sentence_parts.ts";
import { headingOf, withoutNumber } from "./heading.ts";
import type { Layout } from "./layout.ts";
import type { LeftOutRows } from "./left_out_rows.ts";
import type { NumberForm } from "./number_column.ts";
import type { ReadDays } from "./read_days.ts";
import { dayReadings, numberReadings } from "./readings.ts";
import type { OrderedRows } from "./row_order.ts";
import type { TableRows } from "./table_rows.ts";

/** Doubts about the columns of a table: which were left out, and which one of a share was taken. */
export function layoutDoubts(
  layout: Layout,
  names: readonly string[],
  { blank, kind }: { readonly blank: number; readonly kind: "prices" | "returns" },
): readonly Doubt[] {
  const { leftOut: { index, fields, days }, form, header, columns, rawClose, taken } = layout;
  const doubts: Doubt[] = [];
  if (index.length > 0 || blank > 0) {
    const unnamed = index.map((name) => name === "" ? "without a name" : name);
    const places = [...unnamed, ...blank > 0 ? ["blank"] : []];
    const why = index.length > 0
      ? "row numbers beside the days, or blank"
      : "neither a name nor a value stands in them";
    doubts.push(columnsLeftOut.about([], { columns: index.length + blank, names: named(places), why }));
  }
  const isOfFields = form === "side by side" ? taken !== null : form !== "wide";
  if (isOfFields && (form !== "long" || fields.length > 0)) {
    const column = form === "levels" || form === "side by side"
      ? taken ?? ""
      : header.cells[columns[0]?.at ?? -1] ?? "";
    doubts.push(
      kind === "returns"
        ? readAs.about(names, {
          what: "returns",
          from: column,
          to: "the returns",
          why: "other columns stand beside it",
        })
        : takenClose.about(names, { column, is_adjusted: rawClose === null }),
    );
  }
  if (fields.length > 0) {
    const why = "they hold no price of an asset that is taken";
    doubts.push(columnsLeftOut.about([], { columns: fields.length, names: named(fields), why }));
  }
  if (days.length > 0) {
    const why = "by their headings they hold days or times; rename one that holds prices to take it";
    doubts.push(columnsLeftOut.about([], { columns: days.length, names: named(days), why }));
  }
  if (form === "long") {
    const [from = ""] = names;
    doubts.push(
      readAs.about([], { what: "rows", from, to: "one of its assets", why: "each row has one day and one asset" }),
    );
  }
  return form === "wide" ? [...doubts, ...nameDoubts(names)] : doubts;
}

/** Doubts names of assets that may be none: a field such as `Close`, and `A.1` as programs number a second `A`. */
function nameDoubts(names: readonly string[]): readonly Doubt[] {
  const all = new Set(names), [first = ""] = names;
  const numbered = names.find((name) => name !== withoutNumber(name) && all.has(withoutNumber(name)));
  const field = names.length < 2 ? undefined : names.find(isClose);
  const other = names.find((name) => name !== field) ?? first;
  return [
    ...numbered === undefined ? [] : [unsureReading.about([numbered], {
      what: "columns",
      from: numbered,
      to: `another asset than "${withoutNumber(numbered)}"`,
      why: "programs number a second column of one name so",
      write: "name or leave out the columns",
    })],
    ...field === undefined ? [] : [unsureReading.about([field], {
      what: "columns",
      from: field,
      to: "the name of an asset",
      why: `it names a field, and "${other}" beside it is taken as an asset too`,
      write: "name or leave out the columns",
    })],
  ];
}

function isClose(name: string): boolean {
  const heading = headingOf(name);
  return (heading === "close" || heading === "adjusted") && name !== name.toUpperCase();
}

/** The note that assets have columns of days of their own, and how their rows were brought together. */
export function joinedDoubt({ header, dateAt }: Layout, count: number, names: readonly string[]): Doubt {
  return readAs.about(names, {
    what: "days",
    from: header.cells[dateAt] ?? "",
    to: "the days of the prices beside it alone",
    why: `the table has ${count} columns of days, which differ, and its rows were joined by day`,
  });
}

/** The note that a symbol in a series of NSE that is no share is an asset of its own. */
export function seriesDoubt(
  { symbol, series, name }: { readonly symbol: string; readonly series: string; readonly name: string },
): Doubt {
  return readAs.about([], {
    what: "rows",
    from: symbol,
    to: name,
    why: `its series ${series} is no share, so that it is an asset of its own`,
  });
}

/** Doubts about the rows of a table: how their days were read, in which order they stood, and which were left out. */
export function rowDoubts({ read, ordered, left }: {
  readonly read: ReadDays;
  readonly ordered: OrderedRows;
  readonly left: LeftOutRows;
}): readonly Doubt[] {
  const days = readingDoubts(dayReadings(read).map((reading) => ({ names: [], reading })));
  const [first, last] = ordered.newestFirst ?? [];
  const order = first === undefined || last === undefined ? [] : [
    readAs.about([], {
      what: "rows",
      from: first,
      to: "the last day",
      why: "the newest day comes first in the file",
    }),
  ];
  const { repeated, repeats } = ordered;
  const twice = repeats === 0 ? [] : [rowsLeftOut.about([], {
    rows: repeats,
    what: "equal row",
    line: repeated?.line ?? 0,
    text: repeated?.day ?? "",
  })];
  const rows = left.told.map(([what, { count, line, text }]) =>
    rowsLeftOut.about([], { rows: count, what, line, text: text.slice(0, MOST_LETTERS) })
  );
  return [...days, ...order, ...twice, ...rows];
}

const MOST_LETTERS = 60;

/** Doubts about the numbers of a table: thousands, decimal commas, currencies and percent. */
export function numberDoubts(
  rows: TableRows,
  forms: readonly NumberForm[],
  { separator, isLong }: { readonly separator: string; readonly isLong: boolean },
): readonly Doubt[] {
  const readings = numberReadings(rows.numbers, forms, separator);
  return readingDoubts(readings.map(({ column, reading }) => ({
    names: isLong ? [] : [rows.names[column] ?? ""],
    reading,
  })));
}
