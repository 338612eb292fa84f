import { z } from "zod";
import { isShowable, LONGEST_NAME } from "../domain/bounded_name.ts";
import { LARGEST_NUMBER } from "../domain/bounded_number.ts";
import { type Fault, jsonPointer } from "../domain/errors.ts";
import { type NumberSeries, numberSeries } from "../domain/number_series.ts";
import { isConstantReturn } from "./constant_return.ts";

/** Largest number of factor series in a covariance estimate. */
export const MOST_FACTORS = 100;
const MOST_ROWS = 10_000;
/** Smallest number of rows for a regression on one factor that leaves a residual. */
const LEAST_ROWS = 3;

const day = z.iso.date({
  error: ({ input }) => `Cannot read ${JSON.stringify(input)} as a date: a day as YYYY-MM-DD is needed`,
});

/** Schema of simple returns of factors on dates of their own: `{dates, series: {name: [number]}}`. */
export const factorsSchema = z.strictObject({
  dates: z.array(day).max(MOST_ROWS).meta({ description: "Last day of each return as YYYY-MM-DD, ascending" }),
  series: numberSeries({ min: -1, max: LARGEST_NUMBER }).meta({
    description: "Simple returns of each factor, fractions: {factor: [return]}",
  }),
});

/** Simple returns of factors on dates of their own. In a worker the series are typed arrays. */
export interface FactorSeries {
  /** Last day of each factor return, as YYYY-MM-DD, strictly ascending. */
  readonly dates: readonly string[];
  /** Returns of each factor by its name, one for each date. */
  readonly series: NumberSeries;
}

/**
 * Returns faults of the caller's factor series on their own, with relative JSON pointers: no factor or too many,
 * invalid names, dates out of order, too few rows, and series that have the wrong length, are constant or repeat an
 * earlier one.
 */
export function factorFaults({ dates, series }: FactorSeries): Fault[] {
  const names = Object.keys(series);
  const faults = [...dateFaults(dates), ...names.flatMap(nameFaults)];
  if (names.length > MOST_FACTORS) {
    const detail = `Cannot take ${names.length} factors: an estimate takes at most ${MOST_FACTORS}`;
    return [...faults, { pointer: "/series", detail }];
  }
  if (names.length === 0) faults.push({ pointer: "/series", detail: "Cannot find a factor: at least one is needed" });
  const least = Math.max(LEAST_ROWS, names.length + 2);
  if (dates.length < least) {
    const what = names.length === 1 ? "a factor" : `${names.length} factors`;
    faults.push({
      pointer: "/dates",
      detail: `Cannot use ${dates.length} rows of ${what}: at least ${least} are needed`,
    });
  }
  const wrong = names.filter((name) => series[name].length !== dates.length);
  for (const name of wrong) {
    const detail = `Cannot use the ${series[name].length} returns of factor "${name}" for ${dates.length} dates`;
    faults.push({ pointer: jsonPointer("series", name), detail });
  }
  return faults.length > 0 ? faults : seriesFaults(series);
}

function dateFaults(dates: readonly string[]): Fault[] {
  return dates.flatMap((date, i) => {
    if (i === 0 || date > dates[i - 1]) return [];
    const detail = date === dates[i - 1]
      ? `Cannot take date ${date} twice`
      : `Cannot take date ${date} after ${dates[i - 1]}: dates must ascend`;
    return [{ pointer: jsonPointer("dates", i), detail }];
  });
}

function nameFaults(name: string): Fault[] {
  if (name.trim() !== "" && name.length <= LONGEST_NAME && isShowable(name) && name !== "__proto__") return [];
  const shown = JSON.stringify(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);
  return [{ pointer: jsonPointer("series", name), detail: `Cannot use ${shown} as the name of a factor` }];
}

/** Returns a fault for each factor that explains nothing: one that is constant or equal to an earlier factor. */
export function seriesFaults(series: NumberSeries): Fault[] {
  const names = Object.keys(series);
  return names.flatMap((name, i) => {
    const tell = (detail: string): Fault[] => [{ pointer: jsonPointer("series", name), detail }];
    const values = series[name];
    if (isConstantReturn(values)) return tell(`Cannot use factor "${name}": its return never changes, leave it out`);
    const twin = names.slice(0, i).find((other) => areEqual(series[other], values));
    return twin === undefined ? [] : tell(`Cannot use factor "${name}": its returns are those of factor "${twin}"`);
  });
}

function areEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let t = 0; t < a.length; t++) if (a[t] !== b[t]) return false;
  return true;
}
