import { matrix } from "../../domain/matrix.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";
import type { Program } from "../program/program.ts";
import { Determined } from "./determined.ts";
import { Followers } from "./followers.ts";
import { MergedMaxima } from "./merged_maxima.ts";
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
  readonly variables: ReadonlySet<number>;
  readonly rows: ReadonlySet<number>;
  /** Second derivative of the objective by each hinge's variable. */
  readonly curvature: Float64Array;
  /** The row u - a by which each variable u of a hinge is put in, -1 for the others. */
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
  const set = [...hinges.map((h) => variable[h]), ...fixed.map(({ variable }) => variable)];
  const x = reduction.origin.slice();
  determined?.settle(x);
  const followers = new Followers(program, reduction, { taken: new Set(set), x });
  const maxima = new MergedMaxima(program, reduction), following = [...followers.list, ...maxima.list];
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
    tied: fixed.length + following.length,
    variables: new Set([...set, ...following.map(({ variable }) => variable)]),
    rows: new Set([...hinges.map((h) => row[h]), ...[...fixed, ...following].map(({ row }) => row)]),
    curvature,
    rowOf,
    limits,
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
  { hinges: { variable, row }, rows }: Program,
  { place, factor, variableOf, moving, substitution: { hinges, curvature }, linearAlgebra }: {
    place: Int32Array;
    factor: Float64Array;
    variableOf: Uint32Array;
    moving: Uint32Array;
    substitution: Substitution;
    linearAlgebra: LinearAlgebra;
  },
): Float64Array | null {
  const curved = hinges.filter((h) => curvature[variable[h]] !== 0);
  if (curved.length === 0 || variableOf.length === 0) return null;
  const count = variableOf.length;
  const roots = matrix(curved.length, count);
  curved.forEach((h, k) => {
    const root = Math.sqrt(curvature[variable[h]]);
    rows.forEachTerm(row[h], (column, value) => {
      if (place[column] >= 0) roots.data[k * count + place[column]] -= root * value * factor[column];
    }, moving);
  });
  return linearAlgebra.crossProduct(roots).data;
}
