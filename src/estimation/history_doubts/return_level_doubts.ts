import type { Doubt } from "../../domain/doubt.ts";
import { column, row } from "../../domain/matrix.ts";
import { grossReturns } from "../../doubts/kinds/gross_returns.ts";
import { pricesAsReturns } from "../../doubts/kinds/prices_as_returns.ts";
import type { OwnSeries } from "./own_series.ts";
import { type ReturnLevel, returnLevel } from "./return_level.ts";

/** Doubts returns that have 1 added to them, and prices that were sent as returns. */
export function returnLevelDoubts(series: OwnSeries): readonly Doubt[] {
  const { assets } = series, found = returnLevels(series);
  return (["gross", "prices"] as const).flatMap((looksLike) => {
    const alike = [...found].filter(([, level]) => level.looksLike === looksLike), [first] = alike;
    if (first === undefined) return [];
    const [place, { typical, change }] = first, names = alike.map(([j]) => assets[j]);
    const facts = { asset: assets[place], typical: rounded(typical) };
    return looksLike === "gross"
      ? [grossReturns.about(names, { ...facts, meant: rounded(typical - 1) })]
      : [pricesAsReturns.about(names, { ...facts, change: rounded(change) })];
  });
}

/** Returns what the returns of assets look like that look like none, by the column of the asset. */
export function returnLevels({ kind, values, isDaily }: OwnSeries): ReadonlyMap<number, ReturnLevel> {
  const found = new Map<number, ReturnLevel>();
  if (kind === "prices" || values.rows === 0) return found;
  // A return below 0 among the first rows, as nearly every asset has, proves that it is no level.
  const first = Array.from({ length: Math.min(FIRST, values.rows) }, (_, i) => row(values, i));
  for (let j = 0; j < values.columns; j++) {
    if (first.some((cells) => cells[j] <= 0)) continue;
    const level = returnLevel(column(values, j), isDaily ? "daily" : "longer");
    if (level !== null) found.set(j, level);
  }
  return found;
}

const FIRST = 20;

function rounded(number: number): number {
  return Number(number.toPrecision(6));
}
