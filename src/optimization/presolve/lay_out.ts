import { maximumNorm } from "../../domain/matrix.ts";
import type { KernelCone } from "../../kernels/conic.ts";
import type { Cone, Rows } from "../cones/cone.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { zero } from "../cones/zero.ts";
import type { Block, Program } from "../program/program.ts";
import { slackOfBound } from "../program/bound.ts";
import { toleranceOf } from "../certify/proof.ts";
import { DROPPED, EQUALITY, type Reduction } from "./reduction.ts";
import type { Stack } from "./stack.ts";

/** The variables and rows of a reduced program, and where they come from. */
export interface Layout {
  /** Index of a variable, or of its leader, in the reduced program; -1 if it is fixed or a row replaces it. */
  readonly place: Int32Array;
  /** The change of a variable if the reduced variable at its `place` changes by 1. */
  readonly factor: Float64Array;
  readonly variableOf: Uint32Array;
  /** The variables that have a place, leaders and followers, ascending. */
  readonly moving: Uint32Array;
  /** The source of each reduced row: the row of the program, or a negative number for a bound (`program/bound.ts`). */
  readonly sourceRow: Int32Array;
  /** Number of equalities, which are the first rows. */
  readonly equalities: number;
  readonly cones: readonly KernelCone[];
  /**
   * Multipliers that prove infeasibility by the rows without a free variable, whose values are fixed. If such rows are
   * outside their cone by more than their tolerance, these are the multipliers of the worst of them, and 0 for all
   * other rows. Null if all such rows hold.
   */
  readonly contradiction: Float64Array | null;
}

/**
 * Lays out a reduced program at its origin x, where the slacks are s. Throws if a curved cone has no form for the conic
 * solver.
 */
export function layOut(
  program: Program,
  { free, rows }: Reduction,
  { x, s, stack, bounds }: { x: Float64Array; s: Float64Array; stack: Stack; bounds: boolean },
): Layout {
  const place = new Int32Array(program.size).fill(-1), factor = new Float64Array(program.size).fill(1);
  const leading: number[] = [];
  for (let j = 0; j < program.size; j++) {
    if (!free[j] || stack.variables.has(j)) continue;
    place[j] = leading.length;
    leading.push(j);
  }
  for (const { variable, leader, factor: by } of stack.following) {
    place[variable] = place[leader];
    factor[variable] = by;
  }
  const variableOf = Uint32Array.from(leading);
  const moving = Uint32Array.from([...leading, ...stack.following.map(({ variable }) => variable)]).sort();
  const isMovable = movability(program, { place, moving, replacingRow: stack.replacingRow });
  const layout = layOutRows(program, rows, { s, stack, isMovable });
  const { equalities, inequalities, others } = layout;
  if (bounds) {
    for (const j of variableOf) {
      for (const side of ["lower", "upper"] as const) {
        const bound = stack.bound(j, side, x);
        if (bound !== null) inequalities.push(bound.source);
      }
    }
  }
  const cones: KernelCone[] = [];
  if (equalities.length > 0) cones.push(zero.kernelCone(equalities.length));
  if (inequalities.length > 0) cones.push(nonnegative.kernelCone(inequalities.length));
  return {
    place,
    factor,
    variableOf,
    moving,
    sourceRow: Int32Array.from([...equalities, ...inequalities, ...others]),
    equalities: equalities.length,
    cones: [...cones, ...layout.otherCones],
    contradiction: layout.contradiction,
  };
}

/** The rows of the program by their kind in the reduced program. */
interface RowLayout {
  readonly equalities: number[];
  readonly inequalities: number[];
  /** The rows of curved cones, and these cones. */
  readonly others: number[];
  readonly otherCones: KernelCone[];
  contradiction: Float64Array | null;
}

function layOutRows(
  program: Program,
  rows: Uint8Array,
  { s, stack, isMovable }: { s: Float64Array; stack: Stack; isMovable: (i: number) => boolean },
): RowLayout {
  const layout: RowLayout = { equalities: [], inequalities: [], others: [], otherCones: [], contradiction: null };
  let worst = 1;
  const checkFixed = (block: Block, fixed: Rows): void => {
    const { cone } = block;
    const breach = cone.distance(s, fixed) / toleranceOf(block);
    if (breach > worst) layout.contradiction = separation(cone, fixed, s);
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
      if (cone.kernelCone === null) throw new Error(`Cannot solve a "${cone.id}" cone but by its tangents`);
      layout.otherCones.push(cone.kernelCone(count));
      for (let i = firstRow; i < end; i++) layout.others.push(i);
      continue;
    }
    for (let i = firstRow; i < end; i++) {
      if (rows[i] === DROPPED || stack.rows.has(i)) continue;
      if (!isMovable(i)) checkFixed(block, { firstRow: i, rows: 1 });
      else if (cone.isEquality || rows[i] === EQUALITY) layout.equalities.push(i);
      else layout.inequalities.push(i);
    }
  }
  return layout;
}

/**
 * Returns multipliers z of size 1 with z's < 0, for rows whose values s are outside their cone: the projection of -s on
 * the dual cone, 0 for all other rows.
 */
function separation(cone: Cone, fixed: Rows, s: Float64Array): Float64Array {
  const z = new Float64Array(s.length);
  for (let i = fixed.firstRow; i < fixed.firstRow + fixed.rows; i++) z[i] = -s[i];
  cone.projectDual(z, fixed);
  const size = maximumNorm(z);
  return z.map((entry) => entry / size);
}

function isAnyMovable(firstRow: number, end: number, isMovable: (i: number) => boolean): boolean {
  for (let i = firstRow; i < end; i++) if (isMovable(i)) return true;
  return false;
}

/**
 * Returns a function that tells whether row i contains a variable of the reduced program, itself or through a row that
 * replaces one of its variables.
 */
function movability(
  { rows }: Program,
  { place, moving, replacingRow }: { place: Int32Array; moving: Uint32Array; replacingRow: Int32Array },
): (i: number) => boolean {
  const isMovable = (i: number): boolean => {
    let found = false;
    rows.forEachTerm(i, (column) => {
      found ||= place[column] >= 0 ||
        (replacingRow[column] >= 0 && replacingRow[column] !== i && isMovable(replacingRow[column]));
    }, moving);
    return found;
  };
  return isMovable;
}

/** Returns the slack at x of the row or bound `source`. s holds the slacks of all rows at x. */
export function slackAt(program: Program, x: Float64Array, s: Float64Array, source: number): number {
  return source >= 0 ? s[source] : slackOfBound(program, x, source);
}
