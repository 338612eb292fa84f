import { isDayShaped } from "./day_column.ts";
import { numberIn } from "./fields_by_values.ts";
import type { HeadedColumn } from "./headed_column.ts";
import { isNumber } from "./is_number.ts";
import type { LayoutParts } from "./layout_parts.ts";

/** Fewest cells that tell prices from days. */
const LEAST_PRICES = 3;

/**
 * Whether a column below a heading of days or times in capitals, such as DT or TIME, holds the prices of an asset of
 * that name: numbers of which some have decimals, none is a day, and some rise and some fall.
 */
export function arePrices({ name, at, heading }: HeadedColumn, { records, header, hasDays }: LayoutParts): boolean {
  if (!hasDays || heading !== "date" || name !== name.toUpperCase()) return false;
  const cells = records.slice(header.dataFrom).map((record) => record.cells[at] ?? "").filter((cell) => cell !== "");
  if (cells.length < LEAST_PRICES || cells.some((cell) => !isNumber(cell) || isDayShaped(cell))) return false;
  const values = cells.map(numberIn), steps = values.slice(1).map((value, i) => value - (values[i] ?? NaN));
  const hasDecimals = values.some((value) => !Number.isInteger(value));
  return hasDecimals && values.some((value) => value >= 1) && steps.some((step) => step > 0) &&
    steps.some((step) => step < 0);
}
