import { concatenated } from "../../domain/concatenated.ts";
import { type Matrix, matrix, maximumNorm } from "../../domain/matrix.ts";
import type { QuadraticAnswer, QuadraticProgram } from "../../kernels/quadratic.ts";
import { CERTIFICATE_NOISE } from "../certify/proof.ts";

type Solve = (program: QuadraticProgram) => QuadraticAnswer;

/**
 * Returns multipliers that prove a program infeasible, or null. Minimises ½‖r‖² over r and over x within its bounds,
 * with M x - r between the limits of the rows M = (A; G). At the minimum the multipliers of these rows are y = r, and
 * M'y + v = 0. They prove infeasibility if r is not 0.
 */
export function findFarkas(
  program: QuadraticProgram,
  solve: Solve,
): { y: Float64Array; z: Float64Array; v: Float64Array } | null {
  const { A, b, G, l, u, lower, upper } = program;
  const n = lower.length, m = A.rows + G.rows;
  if (m === 0) return null;
  const rows = stacked([A, G], n);
  const scales = rowScales(rows);
  const limits = [concatenated([b, l]), concatenated([b, u])].map((side) => side.map((value, i) => value / scales[i]));
  const answer = solve(nearest(rows, scales, limits[0], limits[1], lower, upper));
  if (answer.status !== "optimal") return null;
  const y = answer.z.map((value, i) => value / scales[i]);
  const size = maximumNorm(y);
  if (size === 0) return null;
  const all = y.map((value) => value / size);
  const v = answer.v.slice(0, n).map((value) => value / size);
  const support = supportOf(all, concatenated([b, l]), concatenated([b, u])) + supportOf(v, lower, upper);
  const reach = limits.flatMap((side) => Array.from(side)).filter(Number.isFinite).map(Math.abs);
  if (
    !(support < 0) || answer.x.slice(n).every((value) => Math.abs(value) <= CERTIFICATE_NOISE * Math.max(1, ...reach))
  ) {
    return null;
  }
  return { y: all.slice(0, A.rows), z: all.slice(A.rows), v };
}

/**
 * Returns a direction x with P x = 0 and q'x < 0 that no limit stops, to rounding, with a largest entry of 1; or null.
 * Minimises ½‖r‖² over x and r with q'x = -1, where r is what x misses of P x = 0 and of the limits. x is a ray if r is
 * 0.
 */
export function findRay(program: QuadraticProgram, solve: Solve): Float64Array | null {
  const { P, q, A, G, l, u, lower, upper } = program;
  const n = q.length;
  const rows = stacked([P, A, G], n);
  const scales = rowScales(rows);
  const flat = new Float64Array(n + A.rows);
  const low = concatenated([flat, l.map((value) => value > -Infinity ? 0 : value)]);
  const high = concatenated([flat, u.map((value) => value < Infinity ? 0 : value)]);
  const answer = solve({
    ...nearest(
      rows,
      scales,
      low,
      high,
      lower.map((value) => value > -Infinity ? 0 : value),
      upper.map((value) => value < Infinity ? 0 : value),
    ),
    A: matrix(1, n + rows.rows, concatenated([q, new Float64Array(rows.rows)])),
    b: Float64Array.of(-1),
  });
  if (answer.status !== "optimal") return null;
  const x = answer.x.slice(0, n);
  const size = maximumNorm(x);
  if (answer.x.slice(n).some((value) => Math.abs(value) > CERTIFICATE_NOISE * size)) return null;
  return x.map((value) => value / size);
}

/**
 * Returns the program min ½‖r‖² over (x, r) subject to low ≤ R x - r ≤ high and the bounds of x, where R are the rows
 * divided by `scales`.
 */
function nearest(
  rows: Matrix,
  scales: Float64Array,
  low: Float64Array,
  high: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
): QuadraticProgram {
  const n = rows.columns, m = rows.rows, wide = n + m;
  const P = matrix(wide, wide);
  const G = matrix(m, wide);
  for (let i = 0; i < m; i++) {
    P.data[(n + i) * wide + n + i] = 1;
    for (let j = 0; j < n; j++) G.data[i * wide + j] = rows.data[i * n + j] / scales[i];
    G.data[i * wide + n + i] = -1;
  }
  return {
    P,
    q: new Float64Array(wide),
    A: matrix(0, wide),
    b: new Float64Array(0),
    G,
    l: low,
    u: high,
    lower: concatenated([lower, new Float64Array(m).fill(-Infinity)]),
    upper: concatenated([upper, new Float64Array(m).fill(Infinity)]),
  };
}

function rowScales(rows: Matrix): Float64Array {
  return Float64Array.from({ length: rows.rows }, (_, i) => {
    let most = 0;
    for (let j = 0; j < rows.columns; j++) most = Math.max(most, Math.abs(rows.data[i * rows.columns + j]));
    return most > 0 ? most : 1;
  });
}

function supportOf(multipliers: Float64Array, low: Float64Array, high: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < multipliers.length; i++) {
    if (multipliers[i] !== 0) sum += multipliers[i] * (multipliers[i] > 0 ? high[i] : low[i]);
  }
  return sum;
}

function stacked(parts: readonly Matrix[], columns: number): Matrix {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return matrix(rows, columns, concatenated(parts.map((part) => part.data)));
}
