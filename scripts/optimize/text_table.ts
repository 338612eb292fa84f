/** Rows as lines of columns, the first to the left and the rest to the right; the first row is the head. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])).join("  ")
      .trimEnd();
  return rows.map(line).join("\n") + "\n";
}

/** A fraction as percent; a dash where it is not known. */
export function percentCell(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : `${(100 * value).toFixed(2)} %`;
}

/** Two decimals; a dash where it is not known. */
export function numberCell(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : value.toFixed(2);
}

/** Money to four digits that count, or whole. */
export function amountCell(value: number): string {
  const digits = Math.abs(value) >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 };
  return value.toLocaleString("en-US", digits);
}
