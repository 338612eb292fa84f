import { concatenated } from "../../domain/concatenated.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { FanBrackets, SimulatedPaths } from "../../kernels/path_block.ts";
import { interpolate, percentileRanks, PERCENTILES } from "./percentiles.ts";

/** Type of the simulated wealth at the steps of a fan chart, for some of the paths. */
export type FanPart = Pick<SimulatedPaths, "fanValues" | "fanLengths" | "fanCounts">;

/** Percentiles of simulated wealth at one step of the fan chart, in the order of `PERCENTILES`. */
export type FanRow = readonly number[];

/**
 * Returns brackets (value ranges) that contain every order statistic the percentiles of a fan need, so that other
 * values need not be stored. They reach `width` standard errors of a rank to either side of the ranks of the first
 * paths' own percentiles. With a width of 5, the chance of a miss over all steps is below 1 in 1,500. `parts` are the
 * first paths, with all values stored.
 */
export function bracketsOf(parts: readonly FanPart[], kernels: Kernels, width: number): FanBrackets {
  const thresholds = Array.from(stepsOf(parts), (values) => thresholdsOf(values, kernels, width));
  return { thresholds: thresholds.map(({ limits }) => limits), stored: thresholds.map(({ stored }) => stored) };
}

/**
 * Reduces fully stored wealth values of a fan chart to those that a simulation with these brackets (value ranges) would
 * have stored: the values inside brackets, and counts of the rest.
 */
export function bracketed(parts: readonly FanPart[], brackets: FanBrackets, kernels: Kernels): FanPart {
  const sorted = Array.from(
    stepsOf(parts),
    (values, step) => kernels.simulation.sortIntoBrackets(values, brackets.thresholds[step], brackets.stored[step]),
  );
  return {
    fanValues: concatenated(sorted.map(({ values }) => values)),
    fanLengths: Int32Array.from(sorted, ({ values }) => values.length),
    fanCounts: Int32Array.from(sorted.flatMap(({ counts }) => Array.from(counts))),
  };
}

/**
 * Returns the percentiles of simulated wealth at each step of the fan chart, exactly those of all values. Returns null
 * if a bracket (range of stored values) missed a needed value; the caller then needs wider brackets.
 */
export function fanOf(
  parts: readonly FanPart[],
  brackets: FanBrackets | null,
  kernels: Kernels,
): readonly FanRow[] | null {
  const rows: FanRow[] = [];
  for (const values of stepsOf(parts)) {
    const step = rows.length;
    const row = brackets === null ? rowOf(values, kernels) : bracketedRow(values, countsOf(parts, step), {
      thresholds: brackets.thresholds[step],
      stored: brackets.stored[step],
      kernels,
    });
    if (row === null) return null;
    rows.push(row);
  }
  return rows;
}

/**
 * Yields the stored wealth values of each step of the fan chart, all parts together. The yielded array is overwritten
 * by the next step.
 */
function* stepsOf(parts: readonly FanPart[]): Generator<Float64Array> {
  const steps = parts[0].fanLengths.length;
  const counts = Array.from(
    { length: steps },
    (_, step) => parts.reduce((sum, part) => sum + part.fanLengths[step], 0),
  );
  const whole = new Float64Array(Math.max(...counts));
  const starts = parts.map(() => 0);
  for (let step = 0; step < steps; step++) {
    let filled = 0;
    parts.forEach(({ fanValues, fanLengths }, at) => {
      const end = starts[at] + fanLengths[step];
      whole.set(fanValues.subarray(starts[at], end), filled);
      filled += fanLengths[step];
      starts[at] = end;
    });
    yield whole.subarray(0, filled);
  }
}

function thresholdsOf(
  values: Float64Array,
  kernels: Kernels,
  width: number,
): { limits: Float64Array; stored: Uint8Array } {
  const count = values.length;
  const ranks = PERCENTILES.map((percent) => {
    const share = percent / 100;
    const [middle, reach] = [share * (count - 1), 2 + width * Math.sqrt(count * share * (1 - share))];
    return [Math.floor(middle - reach), Math.ceil(middle + reach)] as const;
  });
  const within = [...new Set(ranks.flat())].filter((rank) => rank >= 0 && rank < count).sort((a, b) => a - b);
  const statistics = kernels.measures.orderStatistics(values, Int32Array.from(within));
  const valueAt = (rank: number): number =>
    rank < 0 ? -Infinity : rank >= count ? Infinity : statistics[within.indexOf(rank)];
  return segmentsOf(merged(ranks.map(([low, high]) => [valueAt(low), valueAt(high)])));
}

/** Merges value intervals that overlap. The lower ends and the upper ends of the input ascend. */
function merged(intervals: readonly (readonly [number, number])[]): [number, number][] {
  const apart: [number, number][] = [];
  for (const [low, high] of intervals) {
    const last = apart.at(-1);
    if (last !== undefined && low <= last[1]) last[1] = Math.max(last[1], high);
    else apart.push([low, high]);
  }
  return apart;
}

/**
 * Returns the finite ends of value intervals as thresholds, and a mark for each segment between them that lies inside
 * an interval and whose values are stored. Values equal to a threshold are only counted, because their value is known.
 */
function segmentsOf(intervals: readonly (readonly [number, number])[]): { limits: Float64Array; stored: Uint8Array } {
  const limits: number[] = [];
  const stored: number[] = [0];
  for (const [low, high] of intervals) {
    if (low === -Infinity) stored[0] = 1;
    else {
      limits.push(low);
      stored.push(0, low < high ? 1 : 0);
    }
    if (high !== Infinity && high > low) {
      limits.push(high);
      stored.push(0, 0);
    }
  }
  return { limits: Float64Array.from(limits), stored: Uint8Array.from(stored) };
}

function rowOf(values: Float64Array, kernels: Kernels): FanRow {
  const ranks = percentileRanks(values.length);
  const statistics = kernels.measures.orderStatistics(values, ranks);
  return interpolate(values.length, (rank) => statistics[ranks.indexOf(rank)]);
}

interface StepBrackets {
  readonly thresholds: Float64Array;
  readonly stored: Uint8Array;
  readonly kernels: Kernels;
}

/**
 * Returns the percentiles of simulated wealth at one step of the fan chart. `values` are the stored values of the step,
 * and `counts` the number of values in each segment, stored or not.
 */
function bracketedRow(
  values: Float64Array,
  counts: Float64Array,
  { thresholds, stored, kernels }: StepBrackets,
): FanRow | null {
  const count = counts.reduce((sum, value) => sum + value, 0);
  const ranks = percentileRanks(count);
  const places = Array.from(ranks, (rank) => placeOf(rank, counts, stored));
  if (places.some((place) => place === null)) return null;
  const local = places.flatMap((place) => place !== null && !place.isPoint ? [place.at] : []);
  const statistics = kernels.measures.orderStatistics(values, Int32Array.from(local));
  const found = places.map((place) =>
    place === null ? NaN : place.isPoint ? thresholds[place.at] : statistics[local.indexOf(place.at)]
  );
  return interpolate(count, (rank) => found[ranks.indexOf(rank)]);
}

/**
 * Finds where the value with a given rank lies: at a threshold, or at a position among the stored values. Returns null
 * if this value was not stored.
 */
function placeOf(rank: number, counts: Float64Array, stored: Uint8Array): { isPoint: boolean; at: number } | null {
  let [below, storedBelow] = [0, 0];
  for (let segment = 0; segment < stored.length; segment++) {
    if (rank < below + counts[segment]) {
      if (segment % 2 === 1) return { isPoint: true, at: (segment - 1) / 2 };
      return stored[segment] === 1 ? { isPoint: false, at: storedBelow + rank - below } : null;
    }
    below += counts[segment];
    if (stored[segment] === 1) storedBelow += counts[segment];
  }
  return null;
}

const SEGMENT_ROW = 64;

function countsOf(parts: readonly FanPart[], step: number): Float64Array {
  const sums = new Float64Array(SEGMENT_ROW);
  for (const { fanCounts } of parts) {
    for (let segment = 0; segment < SEGMENT_ROW; segment++) {
      sums[segment] += fanCounts?.[step * SEGMENT_ROW + segment] ?? 0;
    }
  }
  return sums;
}
