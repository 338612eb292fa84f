import type { ConicProgram } from "../../kernels/conic.ts";
import type { Chain, ChainLinks } from "./chain/chain.ts";
import type { HingeAnswer, HingeProgram } from "./hinges/hinge_program.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { CHAIN, type Columns, type Role } from "../presolve/hinge_columns.ts";

/** A row of a chain with at most this many entries of x is sparse, and its entries are stored one by one. */
const FEW_ENTRIES = 4;

/**
 * A program of hinges with a chain, whose variables may have been shifted. `back` returns their values without the
 * shifts.
 */
export interface ChainedForm {
  readonly program: HingeProgram;
  back(answer: HingeAnswer): Float64Array;
}

/**
 * The substitution v = v₁ - Σ by_j x_j for the variable v of a chain with the index `place`. Its row v ≥ -Σ by_j x_j +
 * c becomes v₁ ≥ c.
 */
interface Shift {
  readonly place: number;
  readonly by: Float64Array;
}

/**
 * Adds the columns of a chain to a program of hinges without them; `q` and `A` hold them. A variable may have a row
 * with many entries that is only a lower bound of it, such as m_t ≥ a_t for a running maximum m_t and the cumulative
 * return a_t. If most variables have one, each is measured from it, so that running maxima become drawdowns m_t - a_t.
 * The row loses its entries of x, and a row that ties m_t to m_(t-1) has the entries of one period instead of the sums
 * over all periods before. Null if a row has other variables of the chain than one and the one before it, if an
 * equality has one, or if the engine cannot eliminate the chain (`isTied`).
 */
export function chainedForm(
  program: HingeProgram,
  { q, A }: ConicProgram,
  { kind, place, chain: count }: Columns,
  roles: readonly Role[],
): ChainedForm | null {
  const hinges = noLinks(program.k.length), limits = noLinks(program.h.length), costs = new Float64Array(count);
  for (let j = 0; j < q.length; j++) {
    if (kind[j] !== CHAIN) continue;
    const t = place[j];
    costs[t] = q[j];
    for (let p = A.columnStart[j]; p < A.columnStart[j + 1]; p++) {
      const { kind: what, at, by } = roles[A.rowIndex[p]], links = what === "hinge" ? hinges : limits;
      if (what !== "hinge" && what !== "limit") return null;
      if (links.before[at] !== 0 || (links.place[at] >= 0 && links.place[at] !== t - 1)) return null;
      if (links.place[at] >= 0) links.before[at] = links.by[at];
      links.place[at] = t;
      links.by[at] = A.values[p] / by;
    }
  }
  const chain = { costs, fewEntries: FEW_ENTRIES, hinges, limits }, shifts = shiftsOf(program.G, chain);
  const shifted = shifts.length === 0 ? program : withShifts(program, chain, shifts);
  return isTied(shifted, chain)
    ? { program: { ...shifted, chain }, back: ({ chain, x }) => unshifted(chain, x, shifts) }
    : null;
}

function noLinks(rows: number): ChainLinks {
  return { place: new Int32Array(rows).fill(-1), by: new Float64Array(rows), before: new Float64Array(rows) };
}

/**
 * Returns the shifts of the variables that have a limit with more than `FEW_ENTRIES` entries of x and no other variable
 * of the chain. Returns none unless more than half of the variables have such a limit and share another limit with a
 * neighbour.
 */
function shiftsOf({ data, columns }: Matrix, { limits: { place, by, before }, costs }: Chain): readonly Shift[] {
  const own = new Int32Array(costs.length).fill(-1), ties = new Uint8Array(costs.length + 1);
  for (let i = 0; i < place.length; i++) {
    if (place[i] < 0) continue;
    if (before[i] !== 0) ties[place[i]] = ties[place[i] - 1] = 1;
    else if (!isSparse(data, i * columns, columns)) own[place[i]] = i;
  }
  const count = own.reduce((sum, i, t) => i >= 0 && ties[t] ? sum + 1 : sum, 0);
  if (2 * count <= own.length) return [];
  return Array.from(own).flatMap((i, t) =>
    i < 0 ? [] : [{ place: t, by: data.slice(i * columns, (i + 1) * columns).map((entry) => entry / by[i]) }]
  );
}

function isSparse(data: Float64Array, from: number, columns: number): boolean {
  let entries = 0;
  for (let j = from; j < from + columns; j++) if (data[j] !== 0) entries++;
  return entries <= FEW_ENTRIES;
}

/** Replaces each shifted variable v by v₁ - Σ by_j x_j (`Shift`) in rows and costs. */
function withShifts(program: HingeProgram, { costs, hinges, limits }: Chain, shifts: readonly Shift[]): HingeProgram {
  const byOf = new Array<Float64Array | undefined>(costs.length), q = program.q.slice();
  for (const { place, by } of shifts) {
    byOf[place] = by;
    for (let j = 0; j < q.length; j++) q[j] -= costs[place] * by[j];
  }
  const moved = ({ rows, columns, data }: Matrix, { place, by, before }: ChainLinks): Matrix => {
    const shifted = data.slice();
    for (let i = 0, from = 0; i < rows; i++, from += columns) {
      if (place[i] < 0) continue;
      for (const [t, factor] of [[place[i], by[i]], [place[i] - 1, before[i]]]) {
        const own = factor === 0 ? undefined : byOf[t];
        if (own !== undefined) { for (let j = 0; j < columns; j++) shifted[from + j] -= factor * own[j]; }
      }
    }
    return matrix(rows, columns, shifted);
  };
  return { ...program, q, R: moved(program.R, hinges), G: moved(program.G, limits) };
}

function unshifted(chain: Float64Array, x: Float64Array, shifts: readonly Shift[]): Float64Array {
  const values = chain.slice();
  for (const { place, by } of shifts) for (let j = 0; j < x.length; j++) values[place] -= by[j] * x[j];
  return values;
}

/**
 * Tells whether the engine can eliminate the chain: each variable has a row, and at most one row that has many entries
 * of x or ties it to the variable before.
 */
function isTied({ R, G }: HingeProgram, { costs, hinges, limits }: Chain): boolean {
  const ties = new Uint8Array(costs.length), rows = new Uint8Array(costs.length);
  for (const [{ place, before }, { data, columns }] of [[hinges, R], [limits, G]] as const) {
    for (let i = 0; i < place.length; i++) {
      if (place[i] < 0) continue;
      rows[place[i]] = 1;
      if (before[i] !== 0 || !isSparse(data, i * columns, columns)) ties[place[i]]++;
    }
  }
  return ties.every((count) => count <= 1) && rows.every((has) => has === 1);
}
