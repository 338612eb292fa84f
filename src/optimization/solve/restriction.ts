import type { Cone as KernelCone, ConicProgram, SparseMatrix } from "../../kernels/types.ts";
import type { Cone, Rows } from "../cones/cone.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { zero } from "../cones/zero.ts";
import { type Point, reducedCostsAt } from "./certify.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import { PROOF } from "./proof.ts";

/** What a restriction makes of a row. */
export const DROPPED = 0, KEPT = 1, EQUALITY = 2;

/**
 * A smaller program around a point: some variables held where they are, some rows dropped or turned into equalities. A hinge
 * u ≥ a whose row is an equality while u is free is substituted: u = a takes it out of the program.
 */
export interface Restriction {
  /** 1 where the variable may move. */
  readonly free: Uint8Array;
  /** The values of the variables that may not; the others are solved for as steps from here. */
  readonly origin: Float64Array;
  /** DROPPED, KEPT or EQUALITY for each row; those of a curved cone are kept or dropped together. */
  readonly rows: Uint8Array;
}

export interface RestrictOptions {
  /** The objective is multiplied by it. */
  readonly objectiveScale: number;
  /** Whether the finite bounds of the free variables stay, as rows. */
  readonly bounds: boolean;
  /** Multipliers of linear rows that are solved for as steps from here. */
  readonly multipliers?: Float64Array;
  /** Steps are solved for in this unit, that of the residuals at the origin; 1 if absent. */
  readonly unit?: number;
  /** Added to the diagonal of P: keeps steps short where the objective is flat. */
  readonly proximal?: number;
}

/** A restricted program for the conic solver, and the way back. */
export interface RestrictedProgram {
  readonly conic: ConicProgram;
  /** How many rows of `conic` come first that are equalities. */
  readonly equalities: number;
  /** The program's variable of each restricted one. */
  readonly variables: Uint32Array;
  /** The rows with the largest breach that no free variable is in, so that no step can mend it; null where all hold. */
  readonly contradiction: Contradiction | null;
  /** A point of the whole program: held variables at their values, 0 for the multipliers of dropped rows. */
  expand(step: Float64Array, z: Float64Array): Point;
  /** Multipliers of the whole program's rows that prove what those of the restricted ones do; 0 for the rest. */
  expandProof(z: Float64Array): Float64Array;
}

/** Rows whose values the held variables fix outside their cone, and the multipliers that prove it, from `firstRow` on. */
export interface Contradiction {
  readonly firstRow: number;
  readonly multipliers: readonly number[];
}

/** Everything may move, but for variables whose bounds leave them one value. */
export function wholeOf(program: Program): Restriction {
  const { lower, upper } = program;
  return {
    free: Uint8Array.from(lower, (low, j) => low === upper[j] ? 0 : 1),
    origin: Float64Array.from(lower, (low, j) => low === upper[j] ? low : 0),
    rows: new Uint8Array(program.rows.length).fill(KEPT),
  };
}

/** The conic form of a restriction. */
export function restrict(program: Program, restriction: Restriction, options: RestrictOptions): RestrictedProgram {
  const { objectiveScale, unit = 1 } = options;
  const substitution = substitutionOf(program, restriction);
  const origin = restriction.origin.slice();
  const z0 = options.multipliers?.slice() ?? new Float64Array(program.rows.length);
  substitution.settle(origin, z0);
  const s = program.rows.evaluate(origin);
  const layout = layOut(program, restriction, { s, substitution, bounds: options.bounds });
  const { variableOf, sourceRow, equalities } = layout;
  const gradient = reducedCostsAt(program, quadraticTimes(program, origin), z0);
  return {
    contradiction: layout.contradiction,
    variables: variableOf,
    equalities,
    conic: {
      P: quadraticPart(program, layout, { substitution, scale: objectiveScale, proximal: options.proximal ?? 0 }),
      q: Float64Array.from(variableOf, (j) => gradient[j] * objectiveScale / unit),
      A: rowsPart(program, layout),
      b: Float64Array.from(sourceRow, (source) => slackAt(program, origin, s, source) / unit),
      cones: layout.cones,
    },
    expand(step, z) {
      const x = Float64Array.from(origin), multipliers = Float64Array.from(z0);
      variableOf.forEach((j, k) => x[j] += step[k] * unit);
      sourceRow.forEach((source, i) => {
        if (source >= 0) multipliers[source] += z[i] * unit / objectiveScale;
      });
      substitution.settle(x, multipliers);
      return { x, z: multipliers };
    },
    expandProof(z) {
      const multipliers = new Float64Array(program.rows.length);
      sourceRow.forEach((source, i) => {
        if (source >= 0) multipliers[source] = z[i];
      });
      return multipliers;
    },
  };
}

/** The hinges that are substituted. */
interface Substitution {
  readonly hinges: readonly number[];
  readonly variables: ReadonlySet<number>;
  readonly rows: ReadonlySet<number>;
  /** Second derivative of the objective by each hinge's variable. */
  readonly curvature: Float64Array;
  /** Sets u = a and the multiplier of its row, which is the derivative of the objective by u. */
  settle(x: Float64Array, z: Float64Array): void;
}

function substitutionOf(program: Program, { free, rows }: Restriction): Substitution {
  const { variable, row } = program.hinges;
  const hinges = Array.from(variable.keys()).filter((h) => free[variable[h]] && rows[row[h]] === EQUALITY);
  const curvature = new Float64Array(program.size);
  for (const { offset, size, matrix, factor } of program.quadratic) {
    if (matrix === null) { for (let i = 0; i < size; i++) curvature[offset + i] += factor; }
  }
  return {
    hinges,
    variables: new Set(hinges.map((h) => variable[h])),
    rows: new Set(hinges.map((h) => row[h])),
    curvature,
    settle(x, z) {
      if (hinges.length === 0) return;
      const s = program.rows.evaluate(x);
      for (const h of hinges) {
        const u = variable[h], i = row[h];
        x[u] -= s[i];
        z[i] = program.linear[u] + curvature[u] * x[u];
      }
    },
  };
}

interface Layout {
  /** Place of a variable in the restricted program, -1 where it is held. */
  readonly place: Int32Array;
  readonly variableOf: Uint32Array;
  /** The program's row of each restricted row; -1 - 2j and -2 - 2j for the lower and the upper bound of variable j. */
  readonly sourceRow: Int32Array;
  /** How many rows come first that are equalities. */
  readonly equalities: number;
  readonly cones: readonly KernelCone[];
  readonly contradiction: Contradiction | null;
}

const lowerBoundRow = (j: number): number => -1 - 2 * j;
const upperBoundRow = (j: number): number => -2 - 2 * j;
const boundedVariable = (source: number): number => (-1 - source) >> 1;
const isUpperBound = (source: number): boolean => (-1 - source) % 2 === 1;

function slackAt(program: Program, x: Float64Array, s: Float64Array, source: number): number {
  if (source >= 0) return s[source];
  const j = boundedVariable(source);
  return isUpperBound(source) ? program.upper[j] - x[j] : x[j] - program.lower[j];
}

function layOut(
  program: Program,
  { free, rows }: Restriction,
  { s, substitution, bounds }: { s: Float64Array; substitution: Substitution; bounds: boolean },
): Layout {
  const place = new Int32Array(program.size).fill(-1);
  const moving: number[] = [];
  for (let j = 0; j < program.size; j++) {
    if (!free[j] || substitution.variables.has(j)) continue;
    place[j] = moving.length;
    moving.push(j);
  }
  const variableOf = Uint32Array.from(moving);
  const layout = layOutRows(program, rows, { s, substitution, isMovable: movability(program, place, variableOf) });
  const { equalities, inequalities, others } = layout;
  if (bounds) {
    for (const j of variableOf) {
      if (program.lower[j] > -Infinity) inequalities.push(lowerBoundRow(j));
      if (program.upper[j] < Infinity) inequalities.push(upperBoundRow(j));
    }
  }
  const cones: KernelCone[] = [];
  if (equalities.length > 0) cones.push(zero.kernelCone(equalities.length));
  if (inequalities.length > 0) cones.push(nonnegative.kernelCone(inequalities.length));
  return {
    place,
    variableOf,
    sourceRow: Int32Array.from([...equalities, ...inequalities, ...others]),
    equalities: equalities.length,
    cones: [...cones, ...layout.otherCones],
    contradiction: layout.contradiction,
  };
}

/** Rows of the program by what becomes of them. */
interface RowLayout {
  readonly equalities: number[];
  readonly inequalities: number[];
  /** Those of curved cones, and the cones. */
  readonly others: number[];
  readonly otherCones: KernelCone[];
  contradiction: Contradiction | null;
}

function layOutRows(
  program: Program,
  rows: Uint8Array,
  { s, substitution, isMovable }: { s: Float64Array; substitution: Substitution; isMovable: (i: number) => boolean },
): RowLayout {
  const layout: RowLayout = { equalities: [], inequalities: [], others: [], otherCones: [], contradiction: null };
  let worst = PROOF.primal;
  const hold = (cone: Cone, fixed: Rows): void => {
    const breach = cone.distance(s, fixed);
    if (breach > worst) layout.contradiction = { firstRow: fixed.firstRow, multipliers: separation(cone, fixed, s) };
    worst = Math.max(worst, breach);
  };
  for (const block of program.blocks) {
    const { cone, firstRow, rows: count } = block;
    const end = firstRow + count;
    if (!cone.isLinear) {
      if (rows[firstRow] === DROPPED) continue;
      if (!isAnyMovable(firstRow, end, isMovable)) {
        hold(cone, block);
        continue;
      }
      layout.otherCones.push(cone.kernelCone(count));
      for (let i = firstRow; i < end; i++) layout.others.push(i);
      continue;
    }
    for (let i = firstRow; i < end; i++) {
      if (rows[i] === DROPPED || substitution.rows.has(i)) continue;
      if (!isMovable(i)) hold(cone, { firstRow: i, rows: 1 });
      else if (cone.isEquality || rows[i] === EQUALITY) layout.equalities.push(i);
      else layout.inequalities.push(i);
    }
  }
  return layout;
}

/** Multipliers z of a block outside its cone with z's < 0, of size 1: the projection of -s on the dual. */
function separation(cone: Cone, { firstRow, rows }: Rows, s: Float64Array): number[] {
  const z = s.slice(firstRow, firstRow + rows).map((entry) => -entry);
  cone.projectDual(z, { firstRow: 0, rows });
  const size = z.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
  return Array.from(z, (entry) => entry / size);
}

function isAnyMovable(firstRow: number, end: number, isMovable: (i: number) => boolean): boolean {
  for (let i = firstRow; i < end; i++) if (isMovable(i)) return true;
  return false;
}

/** Whether a free variable is in a row. */
function movability({ rows }: Program, place: Int32Array, variableOf: Uint32Array): (i: number) => boolean {
  let found = false;
  const look = (column: number): void => {
    if (place[column] >= 0) found = true;
  };
  return (i) => {
    found = false;
    rows.forEachTerm(i, look, variableOf);
    return found;
  };
}

/** Entries of a sparse matrix in the order of its rows, the way a matrix by compressed columns is filled. */
type Walk = (visit: (row: number, column: number, value: number) => void) => void;

function quadraticPart(
  program: Program,
  { place, variableOf }: Layout,
  { substitution, scale, proximal }: { substitution: Substitution; scale: number; proximal: number },
): SparseMatrix {
  const count = variableOf.length;
  const substituted = curvatureOfSubstituted(program, { place, variableOf, substitution });
  return compressed(count, count, (visit) => {
    for (const { offset, size, matrix, factor } of program.quadratic) {
      for (let i = 0; i < size; i++) {
        const row = place[offset + i];
        if (row < 0) continue;
        const end = matrix === null ? i + 1 : size;
        for (let j = i; j < end; j++) {
          const column = place[offset + j];
          const value = scale * factor * (matrix === null ? 1 : matrix.data[i * size + j]);
          if (column >= 0 && value !== 0) visit(row, column, value);
        }
      }
    }
    if (substituted !== null) {
      for (let i = 0; i < count; i++) {
        for (let j = i; j < count; j++) {
          const value = scale * substituted[i * count + j];
          if (value !== 0) visit(i, j, value);
        }
      }
    }
    if (proximal > 0) { for (let k = 0; k < count; k++) visit(k, k, proximal); }
  });
}

/** Σ f a a' over the substituted hinges, whose cost ½ f u² is one of a: dense, upper triangle; null where none is curved. */
function curvatureOfSubstituted(
  { hinges: { variable, row }, rows }: Program,
  { place, variableOf, substitution }: { place: Int32Array; variableOf: Uint32Array; substitution: Substitution },
): Float64Array | null {
  const count = variableOf.length;
  const { hinges, curvature } = substitution;
  if (!hinges.some((h) => curvature[variable[h]] !== 0)) return null;
  const sum = new Float64Array(count * count);
  const a = new Float64Array(count);
  for (const h of hinges) {
    const i = row[h], f = curvature[variable[h]];
    a.fill(0);
    rows.forEachTerm(i, (column, value) => {
      if (place[column] >= 0) a[place[column]] -= value;
    }, variableOf);
    for (let p = 0; p < count; p++) {
      const by = f * a[p];
      if (by !== 0) { for (let r = p; r < count; r++) sum[p * count + r] += by * a[r]; }
    }
  }
  return sum;
}

/** A of A x + s = b: the rows' coefficients with their signs changed. */
function rowsPart(program: Program, { place, variableOf, sourceRow }: Layout): SparseMatrix {
  return compressed(sourceRow.length, variableOf.length, (visit) => {
    sourceRow.forEach((source, i) => {
      if (source < 0) {
        visit(i, place[boundedVariable(source)], isUpperBound(source) ? 1 : -1);
        return;
      }
      program.rows.forEachTerm(source, (column, value) => {
        if (place[column] >= 0) visit(i, place[column], -value);
      }, variableOf);
    });
  });
}

function compressed(rows: number, columns: number, walk: Walk): SparseMatrix {
  const columnStart = new Uint32Array(columns + 1);
  walk((_, column) => columnStart[column + 1]++);
  for (let j = 0; j < columns; j++) columnStart[j + 1] += columnStart[j];
  const next = columnStart.slice();
  const rowIndex = new Uint32Array(columnStart[columns]), values = new Float64Array(columnStart[columns]);
  let ordered = true;
  walk((row, column, value) => {
    const k = next[column]++;
    if (k > columnStart[column] && rowIndex[k - 1] >= row) ordered = false;
    rowIndex[k] = row;
    values[k] = value;
  });
  const matrix: SparseMatrix = { rows, columns, columnStart, rowIndex, values };
  return ordered ? matrix : inOrder(matrix);
}

/** Rows ascending in every column, entries of one place summed. */
function inOrder({ rows, columns, columnStart, rowIndex, values }: SparseMatrix): SparseMatrix {
  const starts = new Uint32Array(columns + 1), rowsOut: number[] = [], valuesOut: number[] = [];
  for (let j = 0; j < columns; j++) {
    const sums = new Map<number, number>();
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) {
      sums.set(rowIndex[k], (sums.get(rowIndex[k]) ?? 0) + values[k]);
    }
    for (const [row, value] of [...sums].sort(([a], [b]) => a - b)) {
      rowsOut.push(row);
      valuesOut.push(value);
    }
    starts[j + 1] = rowsOut.length;
  }
  return {
    rows,
    columns,
    columnStart: starts,
    rowIndex: Uint32Array.from(rowsOut),
    values: Float64Array.from(valuesOut),
  };
}
