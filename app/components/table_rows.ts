/** A column of a table. */
export interface Column<Row, Shown = unknown> {
  readonly key: string;
  readonly title: string;
  /** Value that is copied, and by which rows are sorted. A column without one, such as of buttons, shows no title. */
  readonly value?: (row: Row) => number | string | null;
  /** By what rows are sorted where it is not the value, for example the size of a number without its sign. */
  readonly order?: (row: Row) => number | string | null;
  /** What the cell shows; the value if absent. */
  readonly show?: (row: Row) => Shown;
  /** What the title means, which is shown beside it at a hover, a tap or a key. */
  readonly about?: Shown;
  /** Whether the column holds numbers, which stand at the right end. */
  readonly isNumber?: boolean;
}

/** Order of the rows of a table; null for that in which they are given. */
export type Order = { readonly key: string; readonly direction: "ascending" | "descending" } | null;

/** Returns the rows in an order. Rows without a value stand last in both directions. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order,
): readonly Row[] {
  const column = columns.find(({ key }) => key === order?.key);
  const value = column?.order ?? column?.value;
  if (order === null || value === undefined) return rows;
  const sign = order.direction === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => compare(value(a), value(b), sign));
}

function compare(a: number | string | null, b: number | string | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * TEXTS.compare(String(a), String(b));
}

const TEXTS = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/**
 * Returns rows as text that spreadsheets read when it is pasted: cells apart by tabs, numbers with all digits. A text
 * that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function tableText<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const copied = columns.filter(({ value }) => value !== undefined);
  const lines = rows.map((row) => copied.map(({ value }) => cellText(value?.(row) ?? "")).join("\t"));
  return [copied.map(({ title }) => cellText(title)).join("\t"), ...lines].join("\n");
}

function cellText(value: number | string): string {
  if (typeof value === "number") return String(value);
  const line = value.replaceAll(/[\t\r\n]+/g, " ");
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}
