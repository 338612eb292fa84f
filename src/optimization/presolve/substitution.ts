import { matrix } from "../../domain/matrix.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";
import type { Program } from "../program/program.ts";
import { DecidedMaxima } from "./decided_maxima.ts";
import { Determined } from "./determined.ts";
import { Followers } from "./followers.ts";
import { type Places, placesOf } from "../program/places.ts";
import { DROPPED, EQUALITY, type Reduction } from "./reduction.ts";

/**
 * The variables that are put in by others, and the rows that say how: hinges, what equalities determine, and what they
 * tie to a leader.
 */
export interface Substitution {
  readonly hinges: readonly number[];
  readonly followers: Followers;
  /** What moves with another variable, and by how much: followers, and running maxima that are the one before. */
  readonly following: readonly { readonly variable: number; readonly leader: number; readonly factor: number }[];
  /** How many variables equalities set or tie, a row each. */
  readonly tied: number;
  readonly variables: Places;
  readonly rows: Places;
  /** Second derivative of the objective by each hinge's variable. */
  readonly curvature: Float64Array;
  /** The row u - a by which each variable u of a hinge, or of a peak, is put in, -1 for the others. */
  readonly rowOf: Int32Array;
  /** The rows that are left and have such a variable in them. */
  readonly limits: readonly number[];
  /** Sets the variables and the multipliers of their rows, that of a hinge to what a larger u costs. */
  settle(x: Float64Array, z: Float64Array): void;
  /** Sets the multipliers of the rows in a proof that no point meets all. */
  settleProof(x: Float64Array, z: Float64Array): void;
}

/**
 * The hinges that a reduction has as equalities while their variables are free, and unless it is told not to, the
 * variables that equalities alone determine.
 */
export function substitutionOf(
  program: Program,
  reduction: Reduction,
  { determines = true }: { determines?: boolean } = {},
): Substitution {
  const { variable, row } = program.hinges;
  const { rows } = reduction;
  const { hinges, rowOf, beside } = substitutedHinges(program, reduction);
  const determined = determines ? new Determined(program, reduction) : null;
  const fixed = determined?.list ?? [];
  const ofHinges = hinges.map((h) => variable[h]), ofFixed = fixed.map(({ variable }) => variable);
  const x = reduction.origin.slice();
  determined?.settle(x);
  const followers = new Followers(program, reduction, { taken: placesOf(program.size, ofHinges, ofFixed), x });
  const maxima = new DecidedMaxima(program, reduction), following = [...followers.list, ...maxima.following];
  const curvature = new Float64Array(program.size);
  for (const { offset, size, matrix, factor } of program.quadratic) {
    if (matrix === null) { for (let i = 0; i < size; i++) curvature[offset + i] += factor; }
  }
  const limits = [...program.hinges.limits, ...beside].filter((i) => rows[i] !== DROPPED);
  const among = Uint32Array.from(limits.length === 0 ? [] : new Set(variable)).sort();
  const addLimitCosts = (z: Float64Array): void => {
    for (const i of limits) {
      if (z[i] === 0) continue;
      program.rows.forEachTerm(i, (column, value) => {
        if (rowOf[column] >= 0) z[rowOf[column]] -= value * z[i];
      }, among);
    }
  };
  return {
    hinges,
    followers,
    following,
    tied: fixed.length + followers.list.length + maxima.list.length,
    variables: placesOf(
      program.size,
      ofHinges,
      [...fixed, ...followers.list, ...maxima.list].map(({ variable }) => variable),
    ),
    rows: placesOf(
      program.rows.length,
      hinges.map((h) => row[h]),
      [...fixed, ...followers.list, ...maxima.list].map(({ row }) => row),
    ),
    curvature,
    rowOf: rowOf.map((i, j) => i < 0 ? maxima.peakRowOf[j] : i),
    limits: [...new Set([...limits, ...maxima.rowsWithPeaks(reduction)])],
    settle(x, z) {
      determined?.settle(x);
      followers.settle(x);
      maxima.settle(x);
      if (hinges.length > 0) {
        const s = program.rows.evaluate(x);
        for (const h of hinges) {
          const u = variable[h], i = row[h];
          x[u] -= s[i];
          z[i] = program.linear[u] + curvature[u] * x[u];
        }
        addLimitCosts(z);
      }
      maxima.settleMultipliers(x, z);
      followers.settleMultipliers(x, z);
      determined?.settleMultipliers(x, z);
    },
    settleProof(x, z) {
      for (const h of hinges) z[row[h]] = 0;
      addLimitCosts(z);
      maxima.settleProof(z);
      followers.settleProof(x, z);
      determined?.settleProof(z);
    },
  };
}

/**
 * The hinges that a reduction has as equalities while their variables are free, the first of each variable, its row,
 * and the rows of the others.
 */
function substitutedHinges(
  { size, hinges: { variable, row } }: Program,
  { free, rows }: Reduction,
): { readonly hinges: readonly number[]; readonly rowOf: Int32Array; readonly beside: readonly number[] } {
  const rowOf = new Int32Array(size).fill(-1), hinges: number[] = [];
  for (let h = 0; h < row.length; h++) {
    const u = variable[h], i = row[h];
    if (!free[u] || rows[i] !== EQUALITY || rowOf[u] >= 0) continue;
    rowOf[u] = i;
    hinges.push(h);
  }
  const beside: number[] = [];
  for (let h = 0; h < row.length; h++) {
    const by = rowOf[variable[h]];
    if (by >= 0 && by !== row[h]) beside.push(row[h]);
  }
  return { hinges, rowOf, beside };
}

/** Σ f a a' over the substituted hinges, whose cost ½ f u² is one of a: dense; null where none is curved. */
export function curvatureOfSubstituted(
  program: Program,
  layout: Placed,
  { substitution: { hinges, curvature }, linearAlgebra }: { substitution: Substitution; linearAlgebra: LinearAlgebra },
): Float64Array | null {
  const { hinges: { variable, row } } = program, { variableOf } = layout;
  const curved = hinges.filter((h) => curvature[variable[h]] !== 0);
  if (curved.length === 0 || variableOf.length === 0) return null;
  const count = variableOf.length;
  const roots = matrix(curved.length, count);
  curved.forEach((h, k) => {
    const to = roots.data.subarray(k * count, (k + 1) * count);
    addSlopes(program, layout, { row: row[h], by: -Math.sqrt(curvature[variable[h]]), to });
  });
  return linearAlgebra.crossProduct(roots).data;
}

/** Where the variables of a reduced program come from, and by which rows others are put in. */
interface Placed {
  readonly place: Int32Array;
  readonly factor: Float64Array;
  readonly variableOf: Uint32Array;
  readonly moving: Uint32Array;
  readonly rowOf: Int32Array;
}

/** The coefficients of a row by the reduced variables, with the a of each u that is put in. */
export function slopesOf(program: Program, layout: Placed, row: number): Float64Array {
  const to = new Float64Array(layout.variableOf.length);
  addSlopes(program, layout, { row, by: 1, to });
  return to;
}

function addSlopes(
  program: Program,
  layout: Placed,
  { row, by, to }: { readonly row: number; readonly by: number; readonly to: Float64Array },
): void {
  const { place, factor, moving, rowOf } = layout;
  program.rows.forEachTerm(row, (column, value) => {
    const at = place[column];
    if (at >= 0) to[at] += by * value * factor[column];
    else if (rowOf[column] >= 0 && rowOf[column] !== row) {
      addSlopes(program, layout, { row: rowOf[column], by: -by * value, to });
    }
  }, moving);
}
