import type { Doubt } from "../../domain/doubt.ts";
import { revertingPrice } from "../../doubts/kinds/reverting_price.ts";
import type { OwnSeries } from "./own_series.ts";
import type { AssetJumps, OwnJump } from "./price_jumps.ts";

/** Largest relative difference between the prices before and after a day at which its price is one that reverts. */
const NEAR = 0.05;
/** Largest number of days of an asset on which a price reverts. More of them are no mistyped prices. */
const MOST_DAYS = 3;
/** Smallest ratio of prices that may be another unit, of which only one day is a mistyped price. */
const UNIT = 90;

/** Type of the large moves of one asset that are no mistyped price, with the doubt about those that are. */
export interface Reverting {
  readonly doubts: readonly Doubt[];
  readonly others: readonly OwnJump[];
}

/** Finds the prices of an asset that are far from the one before and back near it with the next. */
export function revertingPrices({ asset, count, jumps }: AssetJumps, series: OwnSeries): Reverting {
  const none = { doubts: [], others: jumps };
  if (count > jumps.length) return none;
  const pairs = revertingPairs(jumps, series), [first] = pairs;
  if (first === undefined || pairs.length > MOST_DAYS || (pairs.length > 1 && pairs.some(isOfUnit))) return none;
  const [{ date, return: move }, { date: back }] = first, { kind, dates, assets, values } = series;
  const value = values.data[dates.indexOf(date) * values.columns + assets.indexOf(asset)];
  const of = kind === "prices" ? "price" as const : "return" as const;
  const reverting = new Set(pairs.flat());
  return {
    doubts: [revertingPrice.about([asset], { date, value, of, ratio: 1 + move, back, days: pairs.length })],
    others: jumps.filter((jump) => !reverting.has(jump)),
  };
}

type Pair = readonly [OwnJump, OwnJump];

function revertingPairs(jumps: readonly OwnJump[], series: OwnSeries): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < jumps.length; i++) {
    const away = jumps[i], back = jumps[i + 1];
    if (Math.abs((1 + away.return) * (1 + back.return) - 1) > NEAR || !isNext(away, back, series)) continue;
    pairs.push([away, back]);
    i++;
  }
  return pairs;
}

/** Whether the asset has no value between two moves. */
function isNext({ asset, date }: OwnJump, { date: next }: OwnJump, { dates, assets, values }: OwnSeries): boolean {
  const j = assets.indexOf(asset), to = dates.indexOf(next);
  for (let row = dates.indexOf(date) + 1; row < to; row++) {
    if (!Number.isNaN(values.data[row * values.columns + j])) return false;
  }
  return true;
}

function isOfUnit([{ return: move }]: Pair): boolean {
  return 1 + move >= UNIT || 1 + move <= 1 / UNIT;
}
