import type { PriceHistory } from "../provider.ts";
import type { PriceJump } from "./price_jumps.ts";

/** A fund whose unit becomes so many of the old ones has a value so many times as high. */
const UNITS: readonly number[] = [10, 100, 1_000];
const NEAR = 0.1;
/** Values that must stay at the new level, as many as there are. */
const STAYS = 5;

/**
 * The days on which the unit of a fund changes: its value jumps by 10, 100 or 1,000, to within 10 %, and stays there.
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

/** The values before each change in the unit after it. */
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

/** 100 of a value that becomes a hundred times as high, 0.01 of the other way round. */
function factorOf(ratio: number): number | null {
  return UNITS.flatMap((unit) => [unit, 1 / unit]).find((unit) => Math.abs(ratio / unit - 1) <= NEAR) ?? null;
}
