import type { Bounds } from "../program/bounds.ts";
import type { Program } from "../program/program.ts";
import { PROOF } from "../certify/proof.ts";

/**
 * Largest number of passes over the rows, alternately forwards and backwards. Three carry a bound, for example, from a
 * limit on the sum of the positive parts of weights to the weights, through the budget, and on to their negative parts.
 */
const PASSES = 3;

/**
 * Computes bounds that hold at every point which misses no limit by more than `missed`, in the unit of a rule. By
 * default `missed` is the primal tolerance of a proof. A linear row bounds each variable by the largest values of the
 * other variables (Andersen and Andersen 1995, Presolving in linear programming, Mathematical Programming 71). Rows of
 * a homogenised program are left out, because their tolerance grows with the scaling variable.
 */
export function impliedBounds(program: Program, missed: number = PROOF.primal): Bounds {
  const lower = program.lower.slice(), upper = program.upper.slice();
  // Only bounds of rules may be missed: definitions hold exactly. A bound of 0 holds exactly too, because a weight
  // beyond it by less than the tolerance counts as 0.
  for (const { offset, count } of program.boundLabels) {
    for (let j = offset; j < offset + count; j++) {
      if (lower[j] !== 0) lower[j] = program.lower[j] - missed;
      if (upper[j] !== 0) upper[j] = program.upper[j] + missed;
    }
  }
  if (!program.scale.isConstant()) return { lower, upper };
  const { variable, row, limits } = program.hinges;
  const collect = collector(program), bounds = { lower, upper };
  const isLimit = new Set(limits), isOpen = new Set(row.filter((_, h) => program.lower[variable[h]] === -Infinity));
  for (let pass = 0, isNarrower = true; pass < PASSES && isNarrower; pass++) {
    isNarrower = false;
    for (const block of pass % 2 === 0 ? program.blocks : program.blocks.toReversed()) {
      // The row u ≥ a of a hinge bounds u from below, which matters only if u has no lower bound. A limit with u in it
      // also holds with a in place of u.
      const { cone, isDefinition, firstRow } = block;
      if (!cone.isLinear || (isDefinition && !cone.isEquality && !isOpen.has(firstRow))) continue;
      for (let i = firstRow; i < firstRow + block.rows; i++) {
        const tolerance = missed / block.unit;
        const terms = collect(i);
        if (tighten(terms, bounds, { tolerance })) isNarrower = true;
        if (cone.isEquality && tighten(terms, bounds, { tolerance, sign: -1 })) isNarrower = true;
        if (isLimit.has(i) && tighten(withoutHinges(program, i), bounds, { tolerance })) isNarrower = true;
      }
    }
  }
  return bounds;
}

/** A row as a sum: constant + Σ coefficient[k] x[column[k]] for k < count. Each column occurs at most once. */
interface Terms {
  readonly constant: number;
  readonly count: number;
  readonly column: ArrayLike<number>;
  readonly coefficient: ArrayLike<number>;
}

/**
 * Returns a function that collects the terms of a row. The next call overwrites them: the arrays are reused because
 * each pass reads every row.
 */
function collector({ rows, size }: Program): (i: number) => Terms {
  const column = new Uint32Array(size), coefficient = new Float64Array(size), place = new Int32Array(size).fill(-1);
  let count = 0;
  const add = (j: number, value: number): void => {
    if (place[j] < 0) {
      place[j] = count;
      column[count] = j;
      coefficient[count++] = value;
    } else coefficient[place[j]] += value;
  };
  return (i) => {
    for (let k = 0; k < count; k++) place[column[k]] = -1;
    count = 0;
    rows.forEachTerm(i, add);
    return { constant: rows.constant[i], count, column, coefficient };
  };
}

/**
 * Returns the terms of a limit with the first a of each hinge u ≥ a in place of u. A larger u only makes the limit
 * harder to keep, so that the limit also holds for a.
 */
function withoutHinges(program: Program, i: number): Terms {
  const { hinges: { variable, row }, rows } = program;
  const firstRow = new Map<number, number>();
  variable.forEach((u, h) => firstRow.set(u, firstRow.get(u) ?? row[h]));
  const coefficients = new Map<number, number>();
  let constant = 0;
  const add = (i: number, by: number): void => {
    constant += by * rows.constant[i];
    rows.forEachTerm(i, (column, value) => {
      const own = firstRow.get(column);
      if (own === undefined) coefficients.set(column, (coefficients.get(column) ?? 0) + by * value);
      else if (own !== i) add(own, -by * value);
    });
  };
  add(i, 1);
  return {
    constant,
    count: coefficients.size,
    column: [...coefficients.keys()],
    coefficient: [...coefficients.values()],
  };
}

/**
 * Narrows the bounds of the variables of a row to the values with which sign × row ≥ -tolerance can hold. Returns
 * whether any bound became narrower.
 */
function tighten(
  { constant, count, column, coefficient }: Terms,
  bounds: Bounds,
  { tolerance, sign = 1 }: { readonly tolerance: number; readonly sign?: number },
): boolean {
  const { lower, upper } = bounds;
  let highest = sign * constant + tolerance, unbounded = -1, size = Math.abs(highest), widest = 0;
  for (let k = 0; k < count; k++) {
    const by = sign * coefficient[k], j = column[k], most = by === 0 ? 0 : by * (by > 0 ? upper[j] : lower[j]);
    if (Number.isFinite(most)) {
      highest += most;
      size += Math.abs(most);
      if (by !== 0) widest = Math.max(widest, Math.abs(by) * (upper[j] - lower[j]));
    } else if (unbounded >= 0) return false;
    else unbounded = k;
  }
  const most = highest + Number.EPSILON * count * size;
  if (unbounded >= 0) return narrow(bounds, column[unbounded], { by: sign * coefficient[unbounded], others: most });
  // Most rows narrow no bound: with the other variables at their largest terms, each variable may take its whole range.
  if (widest <= most) return false;
  let isNarrower = false;
  for (let k = 0; k < count; k++) {
    const by = sign * coefficient[k], j = column[k];
    if (by === 0) continue;
    const others = most - by * (by > 0 ? upper[j] : lower[j]);
    if (narrow(bounds, j, { by, others })) isNarrower = true;
  }
  return isNarrower;
}

/**
 * Narrows the bound of variable j to `by` · x_j ≥ -others, where `others` is the largest sum of the other terms of a
 * row. Returns whether it became narrower.
 */
function narrow(
  { lower, upper }: Bounds,
  j: number,
  { by, others }: { readonly by: number; readonly others: number },
): boolean {
  const bound = -others / by;
  if (by > 0) {
    if (!(bound > lower[j])) return false;
    lower[j] = bound;
  } else {
    if (!(bound < upper[j])) return false;
    upper[j] = bound;
  }
  return true;
}
