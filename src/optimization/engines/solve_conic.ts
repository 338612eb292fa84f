import { maximumNorm } from "../../domain/matrix.ts";
import type { ConicOptions, ConicPoint, ConicProgram, ConicSolver, SparseMatrix } from "../../kernels/conic.ts";
import { CONIC } from "./accuracy.ts";
import { CERTIFICATE_RESIDUAL } from "../certify/proof.ts";

/**
 * An answer of the conic solver with measured residuals. Callers must judge it by its certificate, not by the status.
 */
export interface ConicAnswer extends ConicPoint {
  readonly objective: number;
  readonly primalResidual: number;
  readonly dualResidual: number;
}

/** The largest absolute value of a number that the solver takes. */
const LARGEST = 1e15;

/**
 * Solves a conic program and measures the answer. An objective with all coefficients below 1 is scaled up to that size,
 * so that the tolerance is relative to it. `primalResidual` is the largest |Ax + s - b|, and `dualResidual` the largest
 * |Px + q + A'z|. Certificates are scaled. For `primal_infeasible`, b'z = -1 and `dualResidual` is the largest |A'z|; a
 * value of e proves that no feasible point has a 1-norm below 1/e. For `dual_infeasible`, q'x = -1, `primalResidual` is
 * the largest |Ax + s| and `dualResidual` the largest |Px|. Undefined figures (the objective, the other residual) are
 * NaN. The status is `no_progress` if a certificate has a residual above `CERTIFICATE_RESIDUAL`, or if the program has
 * numbers that the solver does not take; the point is then NaN.
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

/**
 * Tells whether the solver takes all numbers of a program. If its coefficients were 1e20 apart, their scaling in
 * presolve may have made some too large.
 */
function isWithinReach({ P, q, A, b }: ConicProgram): boolean {
  return [P.values, q, A.values, b].every((values) => values.every((value) => Math.abs(value) <= LARGEST));
}

function nowhere({ q, b }: ConicProgram): Point {
  const none = ({ length }: Float64Array): Float64Array => new Float64Array(length).fill(NaN);
  return { x: none(q), z: none(b), s: none(b) };
}

/**
 * Returns the factor that raises the largest coefficient of an objective to about 1, if it is below 1. It is a power of
 * two, so that scaling causes no rounding. It is never below 1, which would loosen the tolerance.
 */
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
    primalResidual: maximumNorm(sum(times(A, x), s).map((value, i) => value - b[i])),
    dualResidual: maximumNorm(sum(sum(Px, q), timesTransposed(A, z))),
  };
}

function primalCertificate({ A, b }: ConicProgram, point: Point): Judged | null {
  const z = over(point.z, -inner(b, point.z));
  const dualResidual = maximumNorm(timesTransposed(A, z));
  if (!(dualResidual <= CERTIFICATE_RESIDUAL)) return null;
  return { ...point, z, status: "primal_infeasible", objective: NaN, primalResidual: NaN, dualResidual };
}

function dualCertificate({ P, q, A }: ConicProgram, point: Point): Judged | null {
  const size = -inner(q, point.x);
  const x = over(point.x, size);
  const s = over(point.s, size);
  const primalResidual = maximumNorm(sum(times(A, x), s));
  const dualResidual = maximumNorm(timesUpper(P, x));
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

/** Returns the product of a symmetric matrix, given by its upper triangle, and a vector. */
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
