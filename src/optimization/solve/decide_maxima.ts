import type { Program, RunningMaxima } from "../program/program.ts";
import { DROPPED, EQUALITY, type Reduction, RETAINED } from "./reduction.ts";

/** Peaks that stay undecided beside those of a guess, as a multiple of its peaks and of its assets. */
const UNDECIDED = 1;

/**
 * Decides the running maxima at a point: those that are not above the ones before them are these, but for the highest
 * of what falls short of a peak by little.
 */
export function decideMaxima(
  program: Program,
  { rows }: Reduction,
  { x, used }: { x: Float64Array; used: number },
): void {
  for (const maxima of program.maxima) {
    const { shortfall, peaks } = shortfallsAt(program, maxima, x);
    const near = Array.from(shortfall.keys()).filter((t) => isLocalPeak(shortfall, t));
    near.sort((a, b) => shortfall[a] - shortfall[b]);
    const kept = new Set(near.slice(0, peaks + UNDECIDED * (peaks + used)));
    for (let t = 1; t < maxima.count; t++) {
      if (kept.has(t)) retain(maxima, rows, t);
      else {
        rows[maxima.firstRow + t] = DROPPED;
        rows[maxima.firstRow + maxima.count + t - 1] = EQUALITY;
      }
    }
  }
}

/** Leaves to the solver the merged maxima that a point shows to be above those before them; answers how many. */
export function undecideMaxima(
  program: Program,
  { rows }: Reduction,
  { x, tolerance }: { x: Float64Array; tolerance: number },
): number {
  let wrong = 0;
  for (const maxima of program.maxima) {
    const { values } = shortfallsAt(program, maxima, x);
    let highest = 0;
    for (let t = 0; t < maxima.count; t++) {
      if (rows[maxima.firstRow + t] === DROPPED && values[t] > Math.max(highest, x[maxima.offset + t]) + tolerance) {
        retain(maxima, rows, t);
        wrong++;
      }
      highest = Math.max(highest, values[t]);
    }
  }
  return wrong;
}

function retain({ count, firstRow }: RunningMaxima, rows: Uint8Array, t: number): void {
  rows[firstRow + t] = rows[firstRow + count + t - 1] = RETAINED;
}

/** a_t, by how much it is below the largest before it, and how often it is above. */
function shortfallsAt(
  { rows }: Program,
  { offset, count, firstRow }: RunningMaxima,
  x: Float64Array,
): { readonly values: Float64Array; readonly shortfall: Float64Array; readonly peaks: number } {
  const slacks = rows.evaluate(x);
  const values = Float64Array.from({ length: count }, (_, t) => x[offset + t] - slacks[firstRow + t]);
  let highest = 0, peaks = 0;
  const shortfall = values.map((value) => {
    const below = highest - value;
    if (below < 0) peaks++;
    highest = Math.max(highest, value);
    return below;
  });
  return { values, shortfall, peaks };
}

/** Whether neither neighbour is nearer to a peak, or it is one itself. */
function isLocalPeak(shortfall: Float64Array, t: number): boolean {
  return shortfall[t] < 0 ||
    (shortfall[t] <= (shortfall[t - 1] ?? Infinity) && shortfall[t] <= (shortfall[t + 1] ?? Infinity));
}
