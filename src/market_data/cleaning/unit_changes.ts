import type { PriceHistory } from "../provider.ts";
import type { PriceJump } from "./price_jumps.ts";

/** Factors by which the value of a fund may be multiplied or divided on the day when the fund changes its unit. */
const UNITS: readonly number[] = [10, 100, 1_000];
const NEAR = 0.1;
/**
 * Number of values, starting with the jump, that must stay at the new level for a jump to count as a change of a fund's
 * unit (fewer at the end of the history).
 */
const STAYS = 5;

/**
 * Returns the days on which a fund changes its unit: its value jumps up or down by a factor of 10, 100 or 1,000, to
 * within 10 %, and the first `STAYS` values from then on stay within 20 % of the new level.
 */
export function unitChanges({ dates, adjustedCloses: values }: PriceHistory): readonly PriceJump[] {
  return dates.slice(1).flatMap((date, i) => {
    const row = i + 1;
    const factor = factorOf(values[row] / values[row - 1]);
    if (factor === null) return [];
    const after = values.slice(row, row + STAYS);
    const stays = after.every((value) => Math.abs(value / values[row - 1] / factor - 1) <= 2 * NEAR);
    return stays ? [{ date, return: values[row] / values[row - 1] - 1, kind: "unit_change" as const }] : [];
  });
}

/** Returns the history of a fund with all values before each unit change rescaled to the unit after it. */
export function withUnitChanges(history: PriceHistory, changes: readonly PriceJump[]): PriceHistory {
  if (changes.length === 0) return history;
  const factors = history.dates.map((date) =>
    changes.reduce((factor, change) => date < change.date ? factor * (factorOf(change.return + 1) ?? 1) : factor, 1)
  );
  return {
    ...history,
    adjustedCloses: history.adjustedCloses.map((value, row) => value * factors[row]),
    closes: history.closes.map((value, row) => value * factors[row]),
  };
}

/**
 * Returns the unit-change factor (10, 100, 1,000 or their inverses) that is within 10 % of a ratio of two values; null
 * where none is.
 */
function factorOf(ratio: number): number | null {
  return UNITS.flatMap((unit) => [unit, 1 / unit]).find((unit) => Math.abs(ratio / unit - 1) <= NEAR) ?? null;
}
