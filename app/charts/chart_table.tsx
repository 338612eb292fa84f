import type { JSX } from "preact";
import { type Column, Table } from "../components/table.tsx";
import type { ValueFormat } from "./full_digits.ts";
import type { ChartTable as ChartTableFigures } from "./interactive_chart.ts";
import type { ReadersNotation } from "./readers_notation.ts";

interface NumberedRow {
  readonly place: number;
  readonly cells: ChartTableFigures["rows"][number];
}

/** The figures of a chart as a table: short, with all digits on hover, and copied with all digits. */
export function ChartTable(
  { caption, table: { columns, rows }, notation }: {
    readonly caption: string;
    readonly table: ChartTableFigures;
    readonly notation: ReadersNotation;
  },
): JSX.Element {
  return (
    <Table
      caption={caption}
      columns={columns.map(({ name, format }, index) => columnOf(name, { format, index, notation }))}
      rows={rows.map((cells, place): NumberedRow => ({ place, cells }))}
      keyOf={({ place }) => String(place)}
    />
  );
}

interface ColumnOptions {
  readonly format: ValueFormat | "text";
  /** Index of the column in the table. */
  readonly index: number;
  readonly notation: ReadersNotation;
}

function columnOf(
  title: string,
  { format, index, notation }: ColumnOptions,
): Column<NumberedRow, JSX.Element | string> {
  const cellOf = ({ cells }: NumberedRow): string | number | null => cells[index] ?? null;
  const value = (row: NumberedRow): string | number | null => {
    const cell = cellOf(row);
    return format === "date" && typeof cell === "number" ? isoDay(cell) : cell;
  };
  return {
    key: String(index),
    title,
    isNumber: format !== "text" && format !== "date",
    value,
    show: (row) => {
      const cell = cellOf(row);
      if (cell === null) return "–";
      if (format === "text" || typeof cell === "string") return String(cell);
      return <data value={cell} title={notation.full(cell, format)}>{notation.short(cell, format)}</data>;
    },
  };
}

const MS_PER_DAY = 86_400_000;

/** Writes a number of days since 1970-01-01 as `2024-12-31`, which every spreadsheet takes for a date. */
function isoDay(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, "2024-12-31".length);
}
