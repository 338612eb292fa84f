import type { Program, RunningMaxima } from "../../program/program.ts";
import { DROPPED, EQUALITY, type Reduction, RETAINED } from "../../presolve/reduction.ts";

/** Running maxima that start undecided, as a multiple of the variables that a guess uses. */
const UNDECIDED_PER_VARIABLE = 2;

/**
 * Decides the undecided running maxima at a point: each is a new peak or the one before it, but for those that are
 * nearest to being the other. Only what they are at periods counts at which something is made of them.
 */
export function decideMaxima(
  program: Program,
  reduction: Reduction,
  { x, used }: { readonly x: Float64Array; readonly used: () => number },
): void {
  if (program.maxima.length === 0) return;
  const { rows } = reduction, counts = countedVariables(program, reduction);
  const most = UNDECIDED_PER_VARIABLE * (used() + 1);
  for (const maxima of program.maxima) {
    const values = valuesAt(program, maxima, x), { isPeak, margin } = marginsOf(values, maxima, counts);
    const undecided = Array.from(values.keys()).filter((t) => isUndecided(rows, rowsOf(maxima, t)));
    const near = undecided.filter((t) => isPeak[t] || isLocalPeak(values, t));
    near.sort((a, b) => margin[a] - margin[b]);
    const kept = new Set(near.slice(0, most).filter((t) => margin[t] < Infinity));
    for (const t of undecided) {
      const { own, step } = rowsOf(maxima, t);
      if (kept.has(t)) continue;
      rows[own] = isPeak[t] ? EQUALITY : DROPPED;
      if (step !== null) rows[step] = isPeak[t] ? DROPPED : EQUALITY;
    }
  }
}

/**
 * The rows of the decided maxima that a point shows to be the other: of those between two periods that count, the
 * largest.
 */
export function misplacedMaxima(
  program: Program,
  reduction: Reduction,
  { x, tolerance }: { readonly x: Float64Array; readonly tolerance: number },
): number[] {
  if (program.maxima.length === 0) return [];
  const { rows } = reduction, counts = countedVariables(program, reduction);
  return program.maxima.flatMap((maxima) => {
    const values = valuesAt(program, maxima, x), { offset, count } = maxima, misplaced: number[] = [];
    let largest = 0, highest = 0;
    for (let t = 0, from = 0; t < count; t++) {
      const { own, step } = rowsOf(maxima, t);
      if (step !== null && rows[step] === DROPPED && values[t] < x[offset + t - 1] - tolerance) {
        misplaced.push(own, step);
      }
      if (values[t] > values[largest] || largest < from) largest = t;
      if (!counts[offset + t]) continue;
      const above = rowsOf(maxima, largest);
      const isAbove = values[largest] > Math.max(highest, x[offset + t]) + tolerance;
      highest = Math.max(highest, values[largest]);
      if (rows[above.own] === DROPPED && isAbove) {
        misplaced.push(above.own, ...(above.step === null ? [] : [above.step]));
      }
      from = t + 1;
    }
    return misplaced;
  });
}

/** The running maxima of a point that has the rest of the variables, by plain arithmetic. */
export function withMaxima(program: Program, x: Float64Array): Float64Array {
  if (program.maxima.length === 0) return x;
  const settled = x.slice();
  for (const maxima of program.maxima) {
    valuesAt(program, maxima, x).reduce(
      (highest, value, t) => settled[maxima.offset + t] = Math.max(highest, value),
      0,
    );
  }
  return settled;
}

/** The rows m_t ≥ a_t and m_t ≥ m_(t-1), of which the first has none. */
function rowsOf({ firstRow, count }: RunningMaxima, t: number): { readonly own: number; readonly step: number | null } {
  return { own: firstRow + t, step: t === 0 ? null : firstRow + count + t - 1 };
}

function isUndecided(rows: Uint8Array, { own, step }: ReturnType<typeof rowsOf>): boolean {
  return rows[own] === RETAINED && (step === null || rows[step] === RETAINED);
}

/** a_t. */
function valuesAt({ rows }: Program, { offset, count, firstRow }: RunningMaxima, x: Float64Array): Float64Array {
  const slacks = rows.evaluate(x);
  return Float64Array.from({ length: count }, (_, t) => x[offset + t] - slacks[firstRow + t]);
}

/** 1 for the variables that cost something or stand in a row that is left, those of running maxima aside. */
function countedVariables(program: Program, { rows }: Reduction): Uint8Array {
  if (program.maxima.length === 0) return new Uint8Array(0);
  const counts = Uint8Array.from(program.linear, (cost) => cost === 0 ? 0 : 1);
  const own = new Uint8Array(program.rows.length);
  for (const { firstRow, count } of program.maxima) own.fill(1, firstRow, firstRow + 2 * count - 1);
  for (let i = 0; i < rows.length; i++) {
    if (rows[i] !== DROPPED && !own[i]) program.rows.forEachTerm(i, (column) => counts[column] = 1, NO_COLUMNS);
  }
  return counts;
}

const NO_COLUMNS = new Uint32Array(0);

/**
 * Which a_t are the maximum at the next period that counts, and how far each is from being the other: below that
 * maximum, or above what comes next. Infinite where none counts.
 */
function marginsOf(
  values: Float64Array,
  { offset, count }: RunningMaxima,
  counts: Uint8Array,
): { readonly isPeak: Uint8Array; readonly margin: Float64Array } {
  const isPeak = new Uint8Array(count), margin = new Float64Array(count).fill(Infinity);
  let before = 0;
  for (let t = 0, from = 0; t < count; t++) {
    if (!counts[offset + t]) continue;
    let highest = before, next = -Infinity, peak = -1;
    for (let s = from; s <= t; s++) {
      if (values[s] > highest) {
        next = highest;
        highest = values[s];
        peak = s;
      } else next = Math.max(next, values[s]);
    }
    for (let s = from; s <= t; s++) margin[s] = highest - values[s];
    if (peak >= 0) {
      isPeak[peak] = 1;
      margin[peak] = highest - next;
    }
    before = highest;
    from = t + 1;
  }
  return { isPeak, margin };
}

/** Whether neither neighbour is higher. */
function isLocalPeak(values: Float64Array, t: number): boolean {
  return values[t] >= (values[t - 1] ?? -Infinity) && values[t] >= (values[t + 1] ?? -Infinity);
}
