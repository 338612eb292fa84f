import type { JSX } from "preact";
import { type Column, Table } from "../components/table.tsx";
import { fullDigits, shortDigits, type ValueFormat } from "./full_digits.ts";
import type { ChartTable as ChartTableFigures } from "./interactive_chart.ts";

interface NumberedRow {
  readonly place: number;
  readonly cells: ChartTableFigures["rows"][number];
}

/** The figures of a chart as a table: short, with all digits on hover, and copied with all digits. */
export function ChartTable(
  { caption, table: { columns, rows } }: { readonly caption: string; readonly table: ChartTableFigures },
): JSX.Element {
  return (
    <Table
      caption={caption}
      columns={columns.map(({ name, format }, index) => columnOf(name, format, index))}
      rows={rows.map((cells, place): NumberedRow => ({ place, cells }))}
      keyOf={({ place }) => String(place)}
    />
  );
}

function columnOf(
  title: string,
  format: ValueFormat | "text",
  index: number,
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
      return <data value={cell} title={fullDigits(cell, format)}>{shortDigits(cell, format)}</data>;
    },
  };
}

const MS_PER_DAY = 86_400_000;

/** Writes a number of days since 1970-01-01 as `2024-12-31`, which every spreadsheet takes for a date. */
function isoDay(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, "2024-12-31".length);
}
