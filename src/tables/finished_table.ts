import type { Doubt } from "../domain/doubt.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { BlockRows } from "./block_rows.ts";
import type { DayTexts } from "./day_texts.ts";
import type { Layout } from "./layout.ts";
import type { LeftOutRows } from "./left_out_rows.ts";
import { currencyMarkDoubts } from "./marked_currencies.ts";
import { asThousands, formsOf, isThousands, type NumberForm } from "./number_column.ts";
import { tellNumbers, tellUndecided } from "./number_faults.ts";
import { type ReadDays, readDays } from "./read_days.ts";
import { inDayOrder, type OrderedRows, tellDisorderOfBlocks } from "./row_order.ts";
import { joinedDoubt, layoutDoubts, numberDoubts, rowDoubts, seriesDoubt } from "./table_doubts.ts";
import type { TableFault, TableFaults } from "./table_faults.ts";
import type { TableRows } from "./table_rows.ts";
import { MARK } from "./written_number.ts";

/** A table that was read: its days ascending, its assets and their values, and what is to be told of it. */
export interface ReadTable {
  readonly days: readonly string[];
  readonly names: readonly string[];
  /** Values of days × names; NaN where there is none. */
  readonly values: Matrix;
  /** Line of each row, and of the header. */
  readonly lines: readonly number[];
  readonly headerLine: number;
  /** Column of each name in the file, from 0. */
  readonly places: readonly number[];
  readonly faults: readonly TableFault[];
  readonly doubts: readonly Doubt[];
}

/** Everything that a reader has found in a file of a table. */
export interface FoundTable {
  readonly kind: "prices" | "returns";
  /** Letter that sets the cells of the file apart. */
  readonly separator: string;
  readonly layout: Layout;
  readonly rows: TableRows;
  readonly days: DayTexts;
  readonly left: LeftOutRows;
  readonly faults: TableFaults;
  readonly otherSeries: OtherSeries | null;
  /** Texts of the column of currencies, with the first asset of each. */
  readonly currencies: ReadonlyMap<string, string>;
}

/** A symbol in a series that is no share, and the name that its asset has. */
export interface OtherSeries {
  readonly symbol: string;
  readonly series: string;
  readonly name: string;
}

/**
 * Returns the table of what a reader has found: days ascending, values read in the form that all cells of their column
 * decide, faults and doubts.
 */
export function finishedTable(found: FoundTable): ReadTable {
  const { kind, separator, layout, rows, faults, days: { texts } } = found;
  const read = readDays(texts);
  const forms = formsOf(rows.numbers, { separator, kind });
  tellNumbers(rows, { layout, kind, faults });
  tellUndecided(rows, { forms, separator, faults });
  leaveOutYears(found, read);
  if (rows instanceof BlockRows) tellDisorderOfBlocks(rows, read, faults);
  const ordered = inDayOrder(rows, read, { faults, texts, form: layout.form });
  const kept = keptColumns(rows);
  const names = kept.map((at) => rows.names[at] ?? "");
  return {
    days: ordered.days,
    names,
    values: valuesOf(ordered, rows, { kept, forms }),
    lines: ordered.rows.map(({ line }) => line),
    headerLine: layout.header.line,
    places: kept.map((at) => rows.placeOf(at)),
    faults: faults.told,
    doubts: doubtsOf(found, { read, forms, ordered, names }),
  };
}

/** Notes the rows of years behind those of months as left out. */
function leaveOutYears({ rows, left, days }: FoundTable, { years }: ReadDays): void {
  if (years.length === 0) return;
  for (const { day, line } of rows.rows) {
    if (years.includes(day)) left.add("annual row", { line, text: days.texts[day] ?? "" });
  }
}

/** Returns the columns without those that have neither a name nor a value, as a spreadsheet leaves them behind. */
function keptColumns(rows: TableRows): readonly number[] {
  return rows.names.flatMap((name, at) => name === "" && rows.numbers[rows.numberOf(at)]?.isBlank ? [] : [at]);
}

function valuesOf(
  { rows: ordered }: OrderedRows,
  rows: TableRows,
  { kept, forms }: { readonly kept: readonly number[]; readonly forms: readonly NumberForm[] },
): Matrix {
  const values = matrix(ordered.length, kept.length);
  const eithers = kept.map((asset, j) => ({ asset, j, column: rows.numberOf(asset) })).filter(({ column }) => {
    const { counts } = rows.numbers[column];
    return counts[MARK.eitherPoint] > 0 || counts[MARK.eitherComma] > 0;
  });
  for (let i = 0, k = 0; i < ordered.length; i++) {
    const { values: cells, marks } = ordered[i], begin = k;
    // Rows of the long form may be shorter than the list of assets; they lack the last ones.
    for (let j = 0; j < kept.length; j++, k++) values.data[k] = kept[j] < cells.length ? cells[kept[j]] : NaN;
    for (const { asset, j, column } of eithers) {
      if (isThousands(marks[asset], forms[column])) values.data[begin + j] = asThousands(values.data[begin + j]);
    }
  }
  return values;
}

function doubtsOf(
  { layout, rows, kind, separator, left, otherSeries, currencies }: FoundTable,
  { read, forms, ordered, names }: {
    readonly read: ReadDays;
    readonly forms: readonly NumberForm[];
    readonly ordered: OrderedRows;
    readonly names: readonly string[];
  },
): readonly Doubt[] {
  for (const { line, cells } of layout.notes) {
    left.add("note", { line, text: cells.find((cell) => cell !== "") ?? "" });
  }
  const blank = rows.names.length - names.length, isLong = layout.form === "long";
  return [
    ...layoutDoubts(layout, names, { blank, kind }),
    ...otherSeries === null ? [] : [seriesDoubt(otherSeries)],
    ...rows instanceof BlockRows && !rows.areEqual ? [joinedDoubt(layout, rows.blocks.length, names)] : [],
    ...rowDoubts({ read, ordered, left }),
    ...numberDoubts(rows, forms, { separator, isLong }),
    ...currencyMarkDoubts(rows, { codes: currencies, isLong }),
  ];
}
