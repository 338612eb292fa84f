import type { Doubt } from "../../domain/doubt.ts";
import { repeatedDay } from "../../doubts/kinds/repeated_day.ts";
import type { OwnSeries } from "./own_series.ts";

/** Smallest share of assets that repeat their value, and smallest number of assets. */
const SHARE = 0.9, LEAST_ASSETS = 3;
/** Probability that all repeated values of a day happen by chance, below which chance is ruled out. */
const CHANCE = 1e-4;
/** Number of such days, and their multiple of the number that is expected by chance, from which chance is ruled out. */
const LEAST_MANY = 3, BEYOND_EXPECTED = 5;

/** Doubts days on which nearly all assets that moved before repeat the value of the day before. */
export function repeatedDayDoubts(series: OwnSeries): readonly Doubt[] {
  if (!series.isDaily || series.assets.length < LEAST_ASSETS) return [];
  const rows = repeatedRows(series), { dates } = series;
  if (rows.length === 0) return [];
  const [first] = rows, last = rows[rows.length - 1];
  return [repeatedDay.about([], {
    days: rows.length,
    first: dates[first],
    last: dates[last],
    share: Number((rows.length / dates.length).toPrecision(3)),
  })];
}

/**
 * Returns the rows on which nearly all assets repeat their value, and chance does not explain it: neither the row alone
 * nor that there are so many of them.
 */
function repeatedRows(series: OwnSeries): readonly number[] {
  const found = candidates(series);
  if (found.length === 0) return [];
  const chances = chancesToRepeat(series);
  const rows = found.map(({ row, repeating }) => ({
    row,
    chance: Math.exp(repeating.reduce((sum, j) => sum + chances[j], 0)),
  }));
  const expected = rows.reduce((sum, { chance }) => sum + chance, 0) / rows.length * series.dates.length;
  const areMany = rows.length >= LEAST_MANY && rows.length >= BEYOND_EXPECTED * expected;
  return rows.filter(({ chance }) => areMany || chance < CHANCE).map(({ row }) => row);
}

interface Candidate {
  readonly row: number;
  /** Columns of the assets that repeat their value although they moved on the day before. */
  readonly repeating: readonly number[];
}

/** Most candidates that are kept. More of them are no repeated days, but prices that seldom move. */
const MOST_CANDIDATES = 5_000;

/** Returns the rows on which nearly all assets that moved before repeat the value of the last other row. */
function candidates({ kind, values: { rows, columns, data } }: OwnSeries): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let row = 2, base = 1, before = 0; row < rows && found.length < MOST_CANDIDATES; row++) {
    const repeating: number[] = [], most = (1 - SHARE) * columns;
    let moving = 0;
    // Most rows are given up after a tenth of the assets.
    for (let j = 0; j < columns && moving <= most; j++) {
      const value = data[row * columns + j], known = data[base * columns + j], older = data[before * columns + j];
      const isTelling = kind === "prices" ? known !== older : known !== 0;
      if (!isTelling || Number.isNaN(value + known + older)) continue;
      if (kind === "prices" ? value === known : value === 0) repeating.push(j);
      else moving++;
    }
    const telling = moving + repeating.length;
    if (telling >= LEAST_ASSETS && repeating.length >= SHARE * telling) found.push({ row, repeating });
    else [before, base] = [base, row];
  }
  return found;
}

/** Returns the logarithm of each asset's probability to repeat its value on a day after a move; never that of 0. */
function chancesToRepeat({ kind, values: { columns, data } }: OwnSeries): Float64Array {
  const last = new Float64Array(columns).fill(NaN), moved = new Uint8Array(columns);
  const days = new Uint32Array(columns), repeats = new Uint32Array(columns);
  for (let at = 0, j = 0; at < data.length; at++, j = j + 1 === columns ? 0 : j + 1) {
    const value = data[at];
    if (Number.isNaN(value)) continue;
    const isEqual = kind === "prices" ? value === last[j] : value === 0;
    if (moved[j] === 1) {
      days[j]++;
      if (isEqual) repeats[j]++;
    }
    moved[j] = Number(!isEqual && (kind === "returns" || !Number.isNaN(last[j])));
    last[j] = value;
  }
  return Float64Array.from(days, (count, j) => Math.log((repeats[j] + 1) / (count + 2)));
}
