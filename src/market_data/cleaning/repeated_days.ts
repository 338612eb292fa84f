import type { PriceHistory } from "../provider.ts";

/** The share of names that repeat on a day that is none of its own. */
const SHARE = 0.9;
/** Fewer names than this say nothing: one or two may well close where they did. */
const LEAST_NAMES = 3;

/**
 * The days on which at least 90 % of the names close where they did on the day before. Names that had not moved then
 * either say nothing, as those whose trading is suspended.
 */
export function repeatedDays(histories: readonly PriceHistory[]): ReadonlySet<string> {
  const names = histories.map(({ dates, closes }) => ({
    rowOf: new Map(dates.map((date, row) => [date, row])),
    closes,
    last: NaN,
    moved: false,
  }));
  const days = new Set<string>();
  for (const date of [...new Set(histories.flatMap(({ dates }) => dates))].sort()) {
    const traded = names.flatMap((name) => {
      const row = name.rowOf.get(date);
      return row === undefined ? [] : [{ name, close: name.closes[row] }];
    });
    const telling = traded.filter(({ name }) => name.moved);
    const repeating = telling.filter(({ name, close }) => close === name.last).length;
    if (telling.length >= LEAST_NAMES && repeating >= SHARE * telling.length) {
      days.add(date);
      continue;
    }
    for (const { name, close } of traded) {
      name.moved = !Number.isNaN(name.last) && close !== name.last;
      name.last = close;
    }
  }
  return days;
}
