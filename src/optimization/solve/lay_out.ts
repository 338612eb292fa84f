import type { KernelCone } from "../../kernels/conic.ts";
import type { Cone, Rows } from "../cones/cone.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { zero } from "../cones/zero.ts";
import type { Block, Program } from "../program/program.ts";
import { toleranceOf } from "./proof.ts";
import { DROPPED, EQUALITY, type Reduction } from "./reduction.ts";
import type { Substitution } from "./substitution.ts";

/** Where the variables and rows of a reduced program come from. */
export interface Layout {
  /** Place of a variable in the reduced program, -1 where it is fixed. */
  readonly place: Int32Array;
  readonly variableOf: Uint32Array;
  /** The program's row of each reduced row; -1 - 2j and -2 - 2j for the lower and the upper bound of variable j. */
  readonly sourceRow: Int32Array;
  /** How many rows come first that are equalities. */
  readonly equalities: number;
  readonly cones: readonly KernelCone[];
  readonly contradiction: Contradiction | null;
}

/**
 * Rows whose values the fixed variables set outside their cone, and the multipliers that prove it, from `firstRow` on.
 */
export interface Contradiction {
  readonly firstRow: number;
  readonly multipliers: readonly number[];
}

/** The variables and rows of a reduced program, at the slacks `s` of its origin. */
export function layOut(
  program: Program,
  { free, rows }: Reduction,
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
  let worst = 1;
  const checkFixed = (block: Block, fixed: Rows): void => {
    const { cone } = block;
    const breach = cone.distance(s, fixed) / toleranceOf(block);
    if (breach > worst) layout.contradiction = { firstRow: fixed.firstRow, multipliers: separation(cone, fixed, s) };
    worst = Math.max(worst, breach);
  };
  for (const block of program.blocks) {
    const { cone, firstRow, rows: count } = block;
    const end = firstRow + count;
    if (!cone.isLinear) {
      if (rows[firstRow] === DROPPED) continue;
      if (!isAnyMovable(firstRow, end, isMovable)) {
        checkFixed(block, block);
        continue;
      }
      layout.otherCones.push(cone.kernelCone(count));
      for (let i = firstRow; i < end; i++) layout.others.push(i);
      continue;
    }
    for (let i = firstRow; i < end; i++) {
      if (rows[i] === DROPPED || substitution.rows.has(i)) continue;
      if (!isMovable(i)) checkFixed(block, { firstRow: i, rows: 1 });
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

const lowerBoundRow = (j: number): number => -1 - 2 * j;
const upperBoundRow = (j: number): number => -2 - 2 * j;
/** The variable whose bound a reduced row is, of a source below 0. */
export function boundedVariable(source: number): number {
  return (-1 - source) >> 1;
}

/** Whether that bound is the upper one. */
export function isUpperBound(source: number): boolean {
  return (-1 - source) % 2 === 1;
}

/** The slack of a reduced row at x, where the slacks of all rows are s. */
export function slackAt(program: Program, x: Float64Array, s: Float64Array, source: number): number {
  if (source >= 0) return s[source];
  const j = boundedVariable(source);
  return isUpperBound(source) ? program.upper[j] - x[j] : x[j] - program.lower[j];
}
