import { MOST_DAYS_APART, usualDaysApart } from "../../domain/date_spacing.ts";
import type { Doubt } from "../../domain/doubt.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { column, type Matrix } from "../../domain/matrix.ts";
import { sparseSeries } from "../../doubts/kinds/sparse_series.ts";
import type { OwnSeries, TakenReturns } from "./own_series.ts";

/** Largest share of rows with a value of its own at which an asset may be sparse. */
const MOST_TELLING = 0.5;
/**
 * Fewest values of an asset that tell how far apart its values are: where the days between are blank, and where they
 * repeat the value before.
 */
const LEAST_PRESENT = 4, LEAST_MOVES = 6;
/** Usual distances in days of weekly, monthly and quarterly values. A price that seldom moves has others. */
const CALENDARS = [[5, 10], [25, 45], [80, 100]] as const;
/** Share of the distances that are near the usual one where values are filled, and how near they are. */
const REGULAR = 0.8, NEAR = [0.6, 1.6] as const;

const YEAR_MS = 365.25 * DAY_MS;

/** Doubts assets whose own values are farther apart than the returns of the run, whatever stands between them. */
export function sparseSeriesDoubts(series: OwnSeries): readonly Doubt[] {
  const { taken, frequency } = series, sparse = taken === null ? [] : sparseColumns(series);
  if (taken === null || sparse.length === 0) return [];
  const worst = sparse.reduce((most, one) => one.apart > most.apart ? one : most);
  const { assets } = series,
    meant = (["weekly", "monthly"] as const).find((one) => worst.apart <= MOST_DAYS_APART[one]);
  return [sparseSeries.about(sparse.map(({ j }) => assets[j]), {
    asset: assets[worst.j],
    days_apart: Math.round(worst.apart),
    frequency,
    ...takenFacts(taken, worst.j),
    own_volatility: rounded(deviationOf(worst.own.changes) * Math.sqrt(valuesPerYear(worst.own.dates))),
    meant: meant ?? null,
  })];
}

/** Type of the column of an asset whose own values are farther apart than the returns of the run. */
interface SparseColumn {
  readonly j: number;
  readonly own: OwnValues;
  /** Usual distance of its own values in days. */
  readonly apart: number;
}

/** Returns the columns of assets whose own values are farther apart than the returns of the run. */
export function sparseColumns(series: OwnSeries): readonly SparseColumn[] {
  return quietColumns(series).flatMap((j) => {
    const own = ownValues(series, j), apart = usualDaysApart(own.dates);
    return apart !== null && apart > MOST_DAYS_APART[series.frequency] && isSparse(own, apart)
      ? [{ j, own, apart }]
      : [];
  });
}

/** Number of rows that are looked at for columns that may be sparse, and share of them without a new value. */
const MOST_SAMPLED = 500, QUIET = 0.25;
/** Multiplier that spreads numbers over rows without a rhythm of weeks or months. */
const SPREAD = 2_654_435_761;

/** Returns the columns without a new value in many rows of a sample. Others cannot be sparse. */
function quietColumns({ kind, values: { rows, columns, data } }: OwnSeries): readonly number[] {
  if (rows < LEAST_PRESENT) return [];
  const pairs = rows - 1, sampled = Math.min(pairs, MOST_SAMPLED), quiet = new Uint32Array(columns);
  for (let i = 0; i < sampled; i++) {
    const row = 1 + (sampled === pairs ? i : (i * SPREAD) % pairs);
    for (let j = 0, at = row * columns; j < columns; j++, at++) {
      const value = data[at], known = kind === "prices" ? data[at - columns] : 0;
      if (Number.isNaN(value) || value === known) quiet[j]++;
    }
  }
  return Array.from({ length: columns }, (_, j) => j).filter((j) => quiet[j] >= QUIET * sampled);
}

/** Values of an asset that are no repetition of the one before. */
interface OwnValues {
  readonly dates: readonly string[];
  /** Returns from one of them to the next. */
  readonly changes: Float64Array;
  /** Number of repetitions among the values of the asset, and of all rows from its first value to its last. */
  readonly repetitions: number;
  readonly rows: number;
}

function ownValues({ kind, dates, values }: OwnSeries, j: number): OwnValues {
  const all = column(values, j), places: number[] = [];
  let last = kind === "prices" ? NaN : 0, repetitions = 0;
  all.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    if (value === last) repetitions++;
    else places.push(row);
    if (kind === "prices") last = value;
  });
  const own = Float64Array.from(places, (row) => all[row]), isPresent = (value: number) => !Number.isNaN(value);
  const changes = kind === "returns" ? own : own.subarray(1).map((value, i) => value / own[i] - 1);
  const rows = all.findLastIndex(isPresent) - all.findIndex(isPresent) + 1;
  return { dates: places.map((row) => dates[row]), changes, repetitions, rows };
}

/**
 * Whether an asset has a value of its own only on a few rows: the others are blank, or repeat the value before for a
 * week, a month or a quarter.
 */
function isSparse({ dates, repetitions, rows }: OwnValues, apart: number): boolean {
  if (dates.length < LEAST_PRESENT || dates.length > MOST_TELLING * rows) return false;
  if (repetitions < dates.length / 2) return true;
  if (dates.length < LEAST_MOVES || !CALENDARS.some(([from, to]) => apart >= from && apart <= to)) return false;
  const near = dates.slice(1).filter((date, i) => {
    const gap = usualDaysApart([dates[i], date]) ?? 0;
    return gap >= NEAR[0] * apart && gap <= NEAR[1] * apart;
  });
  return near.length >= REGULAR * (dates.length - 1);
}

function valuesPerYear(dates: readonly string[]): number {
  const [first] = dates, last = dates[dates.length - 1];
  return (dates.length - 1) * YEAR_MS / (Date.parse(last) - Date.parse(first));
}

function takenFacts(
  { returns, periods }: TakenReturns,
  j: number,
): { returns: number; still: number; volatility: number } {
  const taken = presentOf(returns, j);
  return {
    returns: taken.length,
    still: taken.filter((one) => one === 0).length,
    volatility: rounded(deviationOf(taken) * Math.sqrt(periods)),
  };
}

function presentOf(returns: Matrix, j: number): Float64Array {
  return column(returns, j).filter((one) => !Number.isNaN(one));
}

function deviationOf(numbers: Float64Array): number {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return Math.sqrt(numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (numbers.length - 1));
}

function rounded(number: number): number {
  return Number(number.toPrecision(4));
}
