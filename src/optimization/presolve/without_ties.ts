import type { ConicProgram, SparseMatrix } from "../../kernels/conic.ts";
import { compressed } from "./compressed.ts";
import { OTHER } from "./hinge_columns.ts";
import { forEachEntry } from "./scaled_program.ts";

/**
 * A conic program without the equalities that determine one variable (`Tie`), the kinds of its columns, and the way
 * back to the original program.
 */
interface Untied {
  readonly conic: ConicProgram;
  readonly equalities: number;
  readonly kind: Uint8Array;
  /** The remaining columns of the original program. */
  readonly kept: Uint32Array;
  back(point: { readonly x: Float64Array; readonly z: Float64Array }): { x: Float64Array; z: Float64Array };
}

/** An equality that determines `variable`: by · variable + Σ value · x[column] = b[row]. */
interface Tie {
  readonly row: number;
  readonly variable: number;
  readonly by: number;
  readonly terms: readonly { readonly column: number; readonly value: number }[];
}

/**
 * Removes from A x + s = b the equalities that define variables, such as parts of weights and trades. The variable must
 * be in no other equality and in no quadratic term. It is replaced by the other terms of its equality, and its bounds
 * become rows of several variables. The multiplier of the equality follows from a reduced cost of 0.
 */
export function withoutTies(
  conic: ConicProgram,
  { equalities, kind }: { readonly equalities: number; readonly kind: Uint8Array },
): Untied {
  const ties = tiesOf(conic, { equalities, kind });
  if (ties.length === 0) {
    return { conic, equalities, kind, kept: Uint32Array.from(kind.keys()), back: (point) => ({ ...point }) };
  }
  const { P, q, A, b, cones } = conic, tieOf = new Map(ties.map((tie) => [tie.variable, tie]));
  const tied = new Set(ties.map(({ row }) => row));
  const columns = places(q.length, (j) => !tieOf.has(j)), rows = places(b.length, (i) => !tied.has(i));
  const linear = q.slice(), constant = b.slice(), entriesOf = columnsOf(A);
  for (const { variable, row, by, terms } of ties) {
    for (const { column, value } of terms) linear[column] -= q[variable] * value / by;
    for (const { row: i, value } of entriesOf[variable]) if (i !== row) constant[i] -= value * b[row] / by;
  }
  const untied: ConicProgram = {
    P: compressed(
      columns.kept.length,
      columns.kept.length,
      (visit) => forEachEntry(P, (value, i, j) => visit(columns.place[i], columns.place[j], value)),
    ),
    q: Float64Array.from(columns.kept, (j) => linear[j]),
    A: compressed(rows.kept.length, columns.kept.length, (visit) =>
      forEachEntry(A, (value, i, j) => {
        if (tied.has(i)) return;
        const tie = tieOf.get(j);
        if (tie === undefined) visit(rows.place[i], columns.place[j], value);
        else {tie.terms.forEach((term) =>
            visit(rows.place[i], columns.place[term.column], -value * term.value / tie.by)
          );}
      })),
    b: Float64Array.from(rows.kept, (i) => constant[i]),
    cones,
  };
  return {
    conic: untied,
    equalities: equalities - ties.length,
    kind: Uint8Array.from(columns.kept, (j) => kind[j]),
    kept: columns.kept,
    back({ x, z }) {
      const wholeX = new Float64Array(q.length), wholeZ = new Float64Array(b.length);
      columns.kept.forEach((j, k) => wholeX[j] = x[k]);
      rows.kept.forEach((i, k) => wholeZ[i] = z[k]);
      for (const { row, variable, by, terms } of ties) {
        wholeX[variable] = (b[row] - terms.reduce((sum, { column, value }) => sum + value * wholeX[column], 0)) / by;
        const cost = entriesOf[variable].reduce(
          (sum, { row: i, value }) => i === row ? sum : sum + value * wholeZ[i],
          q[variable],
        );
        wholeZ[row] = -cost / by;
      }
      return { x: wholeX, z: wholeZ };
    },
  };
}

function tiesOf(
  { P, A }: ConicProgram,
  { equalities, kind }: { readonly equalities: number; readonly kind: Uint8Array },
): readonly Tie[] {
  const times = new Uint32Array(kind.length), isCurved = new Uint8Array(kind.length);
  const terms = Array.from({ length: equalities }, (): { column: number; value: number }[] => []);
  forEachEntry(P, (_, i, j) => isCurved[i] = isCurved[j] = 1);
  forEachEntry(A, (value, row, column) => {
    if (row >= equalities) return;
    times[column]++;
    terms[row].push({ column, value });
  });
  return terms.flatMap((all, row) => {
    const own = all.find(({ column }) => kind[column] === OTHER && times[column] === 1 && !isCurved[column]);
    // An equality of many variables is a budget and stays: replacing one of its variables would fill the rows.
    if (own === undefined || all.length > MOST_TERMS) return [];
    return [{ row, variable: own.column, by: own.value, terms: all.filter((one) => one !== own) }];
  });
}

/** Largest number of variables in an equality that is removed. */
const MOST_TERMS = 4;

function columnsOf(A: SparseMatrix): readonly (readonly { readonly row: number; readonly value: number }[])[] {
  const columns = Array.from({ length: A.columns }, (): { row: number; value: number }[] => []);
  forEachEntry(A, (value, row, column) => columns[column].push({ row, value }));
  return columns;
}

/** Returns the kept places, and the new index of each place, -1 for those left out. */
function places(
  count: number,
  isKept: (at: number) => boolean,
): { readonly kept: Uint32Array; readonly place: Int32Array } {
  const kept = Uint32Array.from(Array.from({ length: count }, (_, at) => at).filter(isKept));
  const place = new Int32Array(count).fill(-1);
  kept.forEach((at, k) => place[at] = k);
  return { kept, place };
}
