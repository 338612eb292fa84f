import type { ConicOptions, ConicPoint, ConicProgram, ConicSolver, SparseMatrix } from "../../kernels/conic.ts";
import { CONIC } from "./accuracy.ts";
import { CERTIFICATE_RESIDUAL } from "../certify/proof.ts";

/** Judge it by its certificate, not by the status. */
export interface ConicAnswer extends ConicPoint {
  readonly objective: number;
  readonly primalResidual: number;
  readonly dualResidual: number;
}

/** The largest number that the solver takes. */
const LARGEST = 1e15;

/**
 * Solves a conic program and measures the answer.  An objective whose coefficients are all below 1 is solved scaled up
 * to that size, so that the tolerance is relative to it. `primalResidual` is the largest |Ax + s - b| and
 * `dualResidual` the largest |Px + q + A'z|.  A certificate comes scaled. `primal_infeasible`: b'z = -1, and
 * `dualResidual` is the largest |A'z|; e of it proves that no feasible point has a 1-norm below 1/e. `dual_infeasible`:
 * q'x = -1, `primalResidual` is the largest |Ax + s| and `dualResidual` the largest |Px|. What is not defined (the
 * objective, the other residual) is NaN. A certificate with a residual above 1e-3 is none: the status is then
 * `no_progress`, as it is of a program with numbers that the solver does not take, whose point is none.
 */
export function solveConic(
  conic: ConicSolver,
  program: ConicProgram,
  options: Partial<ConicOptions> = {},
): ConicAnswer {
  const scale = objectiveScale(program);
  const { P, q } = program;
  const raised = { ...program, P: { ...P, values: scaled(P.values, scale) }, q: scaled(q, scale) };
  if (!isWithinReach(raised)) return { iterations: 0, ...judge(program, "no_progress", nowhere(program)) };
  const { status, x, z, s, iterations } = conic.solve(raised, { ...CONIC, ...options });
  return { iterations, ...judge(program, status, { x, z: z.map((multiplier) => multiplier / scale), s }) };
}

/** Whether the solver takes all numbers: coefficients 1e20 apart may leave it others. */
function isWithinReach({ P, q, A, b }: ConicProgram): boolean {
  return [P.values, q, A.values, b].every((values) => values.every((value) => Math.abs(value) <= LARGEST));
}

function nowhere({ q, b }: ConicProgram): Point {
  const none = ({ length }: Float64Array): Float64Array => new Float64Array(length).fill(NaN);
  return { x: none(q), z: none(b), s: none(b) };
}

/** A power of two, so that scaling rounds nothing; never below 1, for that would loosen the tolerance. */
function objectiveScale({ P, q }: ConicProgram): number {
  let largest = 0;
  for (const value of P.values) largest = Math.max(largest, Math.abs(value));
  for (const value of q) largest = Math.max(largest, Math.abs(value));
  return largest > 0 && largest < 1 ? 2 ** Math.min(1000, Math.ceil(-Math.log2(largest))) : 1;
}

function scaled(values: Float64Array, scale: number): Float64Array {
  return scale === 1 ? values : values.map((value) => value * scale);
}

type Point = Pick<ConicAnswer, "x" | "z" | "s">;
type Judged = Omit<ConicAnswer, "iterations">;

function judge(program: ConicProgram, status: ConicAnswer["status"], point: Point): Judged {
  if (status === "primal_infeasible") {
    return primalCertificate(program, point) ?? judgePoint(program, "no_progress", point);
  }
  if (status === "dual_infeasible") {
    return dualCertificate(program, point) ?? judgePoint(program, "no_progress", point);
  }
  return judgePoint(program, status, point);
}

function judgePoint({ P, q, A, b }: ConicProgram, status: ConicAnswer["status"], point: Point): Judged {
  const { x, z, s } = point;
  const Px = timesUpper(P, x);
  return {
    status,
    ...point,
    objective: inner(x, Px) / 2 + inner(q, x),
    primalResidual: largest(sum(times(A, x), s).map((value, i) => value - b[i])),
    dualResidual: largest(sum(sum(Px, q), timesTransposed(A, z))),
  };
}

function primalCertificate({ A, b }: ConicProgram, point: Point): Judged | null {
  const z = over(point.z, -inner(b, point.z));
  const dualResidual = largest(timesTransposed(A, z));
  if (!(dualResidual <= CERTIFICATE_RESIDUAL)) return null;
  return { ...point, z, status: "primal_infeasible", objective: NaN, primalResidual: NaN, dualResidual };
}

function dualCertificate({ P, q, A }: ConicProgram, point: Point): Judged | null {
  const size = -inner(q, point.x);
  const x = over(point.x, size);
  const s = over(point.s, size);
  const primalResidual = largest(sum(times(A, x), s));
  const dualResidual = largest(timesUpper(P, x));
  if (!(Math.max(primalResidual, dualResidual) <= CERTIFICATE_RESIDUAL)) return null;
  return { ...point, x, s, status: "dual_infeasible", objective: NaN, primalResidual, dualResidual };
}

function times({ rows, columns, columnStart, rowIndex, values }: SparseMatrix, x: Float64Array): Float64Array {
  const product = new Float64Array(rows);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) product[rowIndex[k]] += values[k] * x[j];
  }
  return product;
}

function timesTransposed({ columns, columnStart, rowIndex, values }: SparseMatrix, y: Float64Array): Float64Array {
  const product = new Float64Array(columns);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) product[j] += values[k] * y[rowIndex[k]];
  }
  return product;
}

/** The product of a symmetric matrix, given by its upper triangle, with a vector. */
function timesUpper({ columns, columnStart, rowIndex, values }: SparseMatrix, x: Float64Array): Float64Array {
  const product = new Float64Array(columns);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) {
      const i = rowIndex[k];
      product[i] += values[k] * x[j];
      if (i !== j) product[j] += values[k] * x[i];
    }
  }
  return product;
}

function sum(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value + b[i]);
}

function over(a: Float64Array, divisor: number): Float64Array {
  return a.map((value) => value / divisor);
}

function inner(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i] * b[i];
  return total;
}

/** NaN where any entry is. */
function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}
