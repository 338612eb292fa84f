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
  const rows = candidates(series), { dates } = series;
  const expected = rows.reduce((sum, { chance }) => sum + Math.exp(chance), 0) / rows.length * dates.length;
  const areMany = rows.length >= LEAST_MANY && rows.length >= BEYOND_EXPECTED * expected;
  return rows.filter(({ chance }) => areMany || chance < Math.log(CHANCE)).map(({ row }) => row);
}

interface Candidate {
  readonly row: number;
  /** Logarithm of the probability that the assets that repeat their value do so by chance. */
  readonly chance: number;
}

function candidates({ kind, dates, values: { columns, data } }: OwnSeries): readonly Candidate[] {
  const chances = chancesToRepeat({ kind, columns, data }), rows: Candidate[] = [];
  const last = new Float64Array(columns).fill(NaN), moved = new Uint8Array(columns);
  for (let row = 0, start = 0; row < dates.length; row++, start += columns) {
    let [telling, repeating, chance] = [0, 0, 0];
    for (let j = 0; j < columns; j++) {
      const value = data[start + j];
      if (moved[j] === 0 || Number.isNaN(value)) continue;
      telling++;
      if (kind === "prices" ? value !== last[j] : value !== 0) continue;
      repeating++;
      chance += chances[j];
    }
    const isRepeated = telling >= LEAST_ASSETS && repeating >= SHARE * telling;
    if (isRepeated) rows.push({ row, chance });
    for (let j = 0; j < columns; j++) {
      const value = data[start + j];
      if (isRepeated || Number.isNaN(value)) continue;
      moved[j] = Number(kind === "prices" ? !Number.isNaN(last[j]) && value !== last[j] : value !== 0);
      last[j] = value;
    }
  }
  return rows;
}

/** Returns the logarithm of each asset's probability to repeat its value on a day after a move; never that of 0. */
function chancesToRepeat(
  { kind, columns, data }: Pick<OwnSeries, "kind"> & Pick<OwnSeries["values"], "columns" | "data">,
): Float64Array {
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
