import { entryAt } from "../../src/domain/entry_at.ts";

/**
 * Returns rows of cells as a text table. The first row is the header; the first column is aligned left, the others
 * right.
 */
export function textTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => entryAt(row, column).length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => {
      const width = entryAt(widths, column);
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    }).join("  ").trimEnd();
  return rows.map(line).join("\n") + "\n";
}

/** Returns a fraction as a percentage, or a dash where it is unknown. */
export function percentCell(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : `${(100 * value).toFixed(2)} %`;
}

/** Returns a number with two decimals, or a dash where it is unknown. */
export function numberCell(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : value.toFixed(2);
}

/** Returns an amount of money with four significant digits, or without decimals from 1,000 on. */
export function amountCell(value: number): string {
  const digits = Math.abs(value) >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 };
  return value.toLocaleString("en-US", digits);
}
