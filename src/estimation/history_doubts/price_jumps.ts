import type { AssetId } from "../../domain/asset.ts";
import { ALL_SPLITS, fitsSplit, JUMP } from "../../domain/price_move.ts";
import type { OwnSeries } from "./own_series.ts";

/** Type of a large move of a price of the caller's own, in the form of the moves of listed prices. */
export interface OwnJump {
  readonly asset: AssetId;
  readonly date: string;
  readonly return: number;
  readonly kind: "suspected_split" | "move";
}

/** Type of the large moves of one asset. */
export interface AssetJumps {
  readonly asset: AssetId;
  /** Number of its large moves. */
  readonly count: number;
  /** The first of them, at most 100. */
  readonly jumps: readonly OwnJump[];
}

/** Largest number of moves of an asset that are listed: wild numbers move on every row. */
const MOST_LISTED = 100;
/** Smallest ratio of two prices that is told between rows of a week or a longer period, or whose inverse is. */
const LONG_RATIO = 3;

/**
 * Returns the moves of 40 % or more from one day to the next, or beyond threefold or to less than a third from row to
 * row of longer periods, asset by asset. A move is a suspected split when its ratio fits a split or a reverse split.
 */
export function ownJumps({ kind, dates, assets, values, isDaily }: OwnSeries): readonly AssetJumps[] {
  const { columns, data } = values, last = new Float64Array(columns).fill(NaN);
  const [above, below] = isDaily ? [1 + JUMP, 1 - JUMP] : [LONG_RATIO, 1 / LONG_RATIO];
  const found = assets.map((): OwnJump[] => []), counts = new Uint32Array(columns);
  const note = (j: number, row: number, ratio: number): void => {
    counts[j]++;
    if (found[j].length === MOST_LISTED) return;
    const split = fitsSplit(ratio, ALL_SPLITS) ? "suspected_split" : "move";
    found[j].push({ asset: assets[j], date: dates[row], return: ratio - 1, kind: split });
  };
  for (let row = 0, at = 0; row < dates.length; row++) {
    for (let j = 0; j < columns; j++, at++) {
      const value = data[at];
      // No comparison holds of a missing value, nor of the first value of an asset.
      if (kind === "returns") {
        if (1 + value >= above || 1 + value <= below) note(j, row, 1 + value);
      } else {
        // What is not above 0 is no price: the request is refused for it.
        if (!(value > 0)) continue;
        const level = last[j];
        if (value >= above * level || value <= below * level) note(j, row, value / level);
        last[j] = value;
      }
    }
  }
  return assets.map((asset, j) => ({ asset, count: counts[j], jumps: found[j] })).filter(({ count }) => count > 0);
}
