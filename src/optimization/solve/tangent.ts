import { matrix } from "../../domain/matrix.ts";
import type { Core } from "../../kernels/types.ts";
import type { Point } from "./certify.ts";
import { Affine, type Block, type Program, type QuadraticTerm } from "../program/program.ts";

/** A program without second-order cones that agrees with another one near a point, to second order; its first rows are those of the other. */
export interface TangentProgram {
  readonly program: Program;
  readonly point: Point;
  /** 1 for each appended row whose cone is not active at the point: it is to be left out. */
  readonly idle: readonly number[];
  /** A point of the other program. */
  back(point: Point): Point;
}

/** Shares of a cone's size: below it a slack is that of an active cone, or the cone stands at its apex. */
const ACTIVE = 1e-6, APEX = 1e-9;

/**
 * Replaces every cone ‖y‖ ≤ t by the equality t = ‖y‖ to first order around a point, and adds the curvature of its Lagrangian, multiplier
 * times ∇²‖y‖, to the objective: a step of Newton's method for the program with that equality (Nocedal, Wright, Numerical
 * optimization, 18.1). Null where a cone is active at its apex, at which nothing is smooth.
 */
export function tangentAt(program: Program, point: Point, core: Core): TangentProgram | null {
  const cones = program.blocks.filter(({ cone }) => cone === "second_order");
  const faces = cones.map((block) => faceAt(program, block, point, core));
  if (faces.some((face) => face === null)) return null;
  const smooth = faces.filter((face) => face !== null);
  const first = program.rows.length;
  const linear = program.linear.slice();
  for (const { curvature } of smooth) if (curvature !== null) shiftTo(point.x, curvature, linear);
  const appended = smooth.map((_, k): Block => ({ cone: "zero", firstRow: first + k, rows: 1, label: null }));
  return {
    program: {
      ...program,
      linear,
      quadratic: [...program.quadratic, ...smooth.flatMap(({ curvature }) => curvature ?? [])],
      rows: Affine.stack([program.rows, ...smooth.map(({ row }) => row)]),
      blocks: [...program.blocks.filter(({ cone }) => cone !== "second_order"), ...appended],
    },
    point: {
      x: point.x,
      z: Float64Array.from([...withoutCones(point.z, cones), ...smooth.map(({ multiplier }) => multiplier)]),
    },
    idle: smooth.flatMap(({ isActive }, k) => isActive ? [] : [first + k]),
    back({ x, z }) {
      const s = program.rows.evaluate(x);
      const multipliers = z.slice(0, first);
      cones.forEach((block, k) => spread(block, s, { multiplier: z[first + k], into: multipliers }));
      return { x, z: multipliers };
    },
  };
}

/** A cone near a point of its boundary. */
interface Face {
  readonly row: Affine;
  readonly multiplier: number;
  readonly isActive: boolean;
  readonly curvature: QuadraticTerm | null;
}

function faceAt(program: Program, { firstRow, rows }: Block, { x, z }: Point, core: Core): Face | null {
  const s = program.rows.evaluate(x).subarray(firstRow, firstRow + rows);
  const norm = normOf(s);
  const isActive = s[0] - norm <= ACTIVE * (Math.abs(s[0]) + norm);
  if (!isActive) return { row: Affine.constant(0), multiplier: 0, isActive, curvature: null };
  if (norm <= APEX * (largest(s) + 1e-300) || norm === 0) return null;
  const slope = new Float64Array(program.size);
  const direction = new Float64Array(program.rows.length);
  direction[firstRow] = 1;
  for (let i = 1; i < rows; i++) direction[firstRow + i] = -s[i] / norm;
  program.rows.addTransposed(direction, slope);
  const constant = s[0] - norm - slope.reduce((sum, entry, j) => sum + entry * x[j], 0);
  const columns = Uint32Array.from(Array.from(slope.keys()).filter((j) => slope[j] !== 0));
  const row = Affine.combination(columns, Float64Array.from(columns, (j) => slope[j])).plus(Affine.constant(constant));
  const multiplier = Math.max(0, z[firstRow]);
  return { row, multiplier, isActive, curvature: curvatureOf(program, { firstRow, rows, s, norm, multiplier }, core) };
}

/** multiplier / ‖y‖ · C'(I - uu')C for y = C x + c and u = y / ‖y‖. */
function curvatureOf(
  program: Program,
  { firstRow, rows, s, norm, multiplier }: {
    firstRow: number;
    rows: number;
    s: Float64Array;
    norm: number;
    multiplier: number;
  },
  core: Core,
): QuadraticTerm | null {
  let from = program.size, to = 0;
  for (let i = 1; i < rows; i++) {
    program.rows.forEachTerm(firstRow + i, (column) => {
      from = Math.min(from, column);
      to = Math.max(to, column + 1);
    });
  }
  if (multiplier === 0 || from >= to) return null;
  const size = to - from;
  const projected = matrix(rows - 1, size);
  const along = new Float64Array(size);
  for (let i = 1; i < rows; i++) {
    program.rows.forEachTerm(firstRow + i, (column, value) => {
      projected.data[(i - 1) * size + column - from] += value;
      along[column - from] += value * s[i] / norm;
    });
  }
  for (let i = 1; i < rows; i++) {
    for (let j = 0; j < size; j++) projected.data[(i - 1) * size + j] -= along[j] * s[i] / norm;
  }
  return { offset: from, size, matrix: core.crossProduct(projected), factor: multiplier / norm };
}

/** Moves the centre of a quadratic term to a point: ½ (x - p)'H(x - p) up to a constant. */
function shiftTo(x: Float64Array, { offset, size, matrix, factor }: QuadraticTerm, linear: Float64Array): void {
  if (matrix === null) return;
  for (let i = 0; i < size; i++) {
    const by = factor * x[offset + i];
    if (by !== 0) { for (let j = 0; j < size; j++) linear[offset + j] -= by * matrix.data[i * size + j]; }
  }
}

function withoutCones(z: Float64Array, cones: readonly Block[]): Float64Array {
  const multipliers = z.slice();
  for (const { firstRow, rows } of cones) multipliers.fill(0, firstRow, firstRow + rows);
  return multipliers;
}

/** The multiplier of a boundary point of a cone: λ (1, -u). */
function spread(
  { firstRow, rows }: Block,
  s: Float64Array,
  { multiplier, into }: { multiplier: number; into: Float64Array },
): void {
  const norm = normOf(s.subarray(firstRow, firstRow + rows));
  into[firstRow] = multiplier;
  for (let i = 1; i < rows; i++) into[firstRow + i] = norm > 0 ? -multiplier * s[firstRow + i] / norm : 0;
}

/** ‖y‖ of a cone's rows (t, y). */
function normOf(s: Float64Array): number {
  let squares = 0;
  for (let i = 1; i < s.length; i++) squares += s[i] * s[i];
  return Math.sqrt(squares);
}

function largest(entries: Float64Array): number {
  return entries.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}
