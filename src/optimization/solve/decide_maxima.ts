import type { Program, RunningMaxima } from "../program/program.ts";
import { DROPPED, EQUALITY, type Reduction, RETAINED } from "./reduction.ts";

/** Running maxima that start undecided, as a multiple of the variables that a guess uses. */
const UNDECIDED_PER_VARIABLE = 2;

/**
 * Decides the undecided running maxima at a point: each is a new peak or the one before it, but for those that are nearest to
 * being the other.
 */
export function decideMaxima(
  program: Program,
  { rows }: Reduction,
  { x, used }: { readonly x: Float64Array; readonly used: number },
): void {
  for (const maxima of program.maxima) {
    const { rise } = risesAt(program, maxima, x);
    const undecided = Array.from(rise.keys()).filter((t) => isUndecided(rows, rowsOf(maxima, t)));
    const near = undecided.filter((t) => rise[t] > 0 || isLocalPeak(rise, t));
    near.sort((a, b) => Math.abs(rise[a]) - Math.abs(rise[b]));
    const kept = new Set(near.slice(0, UNDECIDED_PER_VARIABLE * (used + 1)));
    for (const t of undecided) {
      const { own, step } = rowsOf(maxima, t);
      if (kept.has(t)) continue;
      rows[own] = rise[t] > 0 ? EQUALITY : DROPPED;
      if (step !== null) rows[step] = rise[t] > 0 ? DROPPED : EQUALITY;
    }
  }
}

/** The rows of the decided maxima that a point shows to be the other. */
export function misplacedMaxima(
  program: Program,
  { rows }: Reduction,
  { x, tolerance }: { readonly x: Float64Array; readonly tolerance: number },
): number[] {
  return program.maxima.flatMap((maxima) => {
    const { rise } = risesAt(program, maxima, x);
    return Array.from(rise.keys()).flatMap((t) => {
      const { own, step } = rowsOf(maxima, t);
      const isMisplaced = rows[own] === DROPPED
        ? rise[t] > tolerance
        : step !== null && rows[step] === DROPPED && rise[t] < -tolerance;
      return isMisplaced ? (step === null ? [own] : [own, step]) : [];
    });
  });
}

function isUndecided(rows: Uint8Array, { own, step }: ReturnType<typeof rowsOf>): boolean {
  return rows[own] === RETAINED && (step === null || rows[step] === RETAINED);
}

/** The rows m_t ≥ a_t and m_t ≥ m_(t-1), of which the first has none. */
function rowsOf({ firstRow, count }: RunningMaxima, t: number): { readonly own: number; readonly step: number | null } {
  return { own: firstRow + t, step: t === 0 ? null : firstRow + count + t - 1 };
}

/** By how much each a_t is above the largest before it, or 0; negative where it is below. */
function risesAt(
  { rows }: Program,
  { offset, count, firstRow }: RunningMaxima,
  x: Float64Array,
): { readonly rise: Float64Array } {
  const slacks = rows.evaluate(x);
  const rise = new Float64Array(count);
  let highest = 0;
  for (let t = 0; t < count; t++) {
    const value = x[offset + t] - slacks[firstRow + t];
    rise[t] = value - highest;
    highest = Math.max(highest, value);
  }
  return { rise };
}

/** Whether neither neighbour is nearer to a peak. */
function isLocalPeak(rise: Float64Array, t: number): boolean {
  return rise[t] >= (rise[t - 1] ?? -Infinity) && rise[t] >= (rise[t + 1] ?? -Infinity);
}
