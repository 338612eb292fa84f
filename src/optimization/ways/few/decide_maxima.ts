import type { Program, RunningMaxima } from "../../program/program.ts";
import { DROPPED, EQUALITY, type Reduction, RETAINED } from "../../presolve/reduction.ts";

/** Number of running maxima that stay undecided, for each free variable that no other variable sets. */
const UNDECIDED_PER_VARIABLE = 2;

/**
 * Decides the undecided running maxima m_t = max(0, a_1, …, a_t) at a point. Each is either a new peak, m_t = a_t, or
 * equal to the one before it, m_t = m_(t-1). Those nearest to the other case stay undecided. Only the values in periods
 * in which m_t has a cost or stands in another row matter.
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
 * Returns the rows of the running maxima m_t ≥ a_t that a point shows to be wrongly decided. A peak m_t = a_t is wrong
 * if a_t lies below m_(t-1). A dropped row m_t ≥ a_t is wrong if a_t exceeds the running maximum at the next period
 * whose maximum has a cost or stands in another row. Of the periods between two such ones, only the one with the
 * largest a_t is considered.
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

/** The point with its running maxima computed from the other variables by plain arithmetic. */
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

/** The rows of m_t ≥ a_t (`own`) and m_t ≥ m_(t-1) (`step`). The first period has no `step`. */
function rowsOf({ firstRow, count }: RunningMaxima, t: number): { readonly own: number; readonly step: number | null } {
  return { own: firstRow + t, step: t === 0 ? null : firstRow + count + t - 1 };
}

function isUndecided(rows: Uint8Array, { own, step }: ReturnType<typeof rowsOf>): boolean {
  return rows[own] === RETAINED && (step === null || rows[step] === RETAINED);
}

/** The values a_t of running maxima m_t ≥ a_t at a point. */
function valuesAt({ rows }: Program, { offset, count, firstRow }: RunningMaxima, x: Float64Array): Float64Array {
  const slacks = rows.evaluate(x);
  return Float64Array.from({ length: count }, (_, t) => x[offset + t] - slacks[firstRow + t]);
}

/** Marks with 1 the variables that have a cost or stand in a retained row other than those of running maxima. */
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

/** Passed for the columns to visit, so that a row visits its sparse terms alone and none of a dense matrix. */
const NO_COLUMNS = new Uint32Array(0);

/**
 * Marks with 1 in `isPeak` the periods in which a running maximum gets the value that it has at the next period with a
 * 1 in `counts`. Of the values a_t, `margin` is the distance below that maximum, or of a peak the distance above the
 * next lower value. It is infinite if no such period follows.
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

/** Whether neither neighbour is larger. */
function isLocalPeak(values: Float64Array, t: number): boolean {
  return values[t] >= (values[t - 1] ?? -Infinity) && values[t] >= (values[t + 1] ?? -Infinity);
}
