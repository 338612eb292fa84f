import type { Matrix } from "../../domain/matrix.ts";
import type { ConicCone, Curvature, Rows } from "./cone.ts";

/** If ‖y‖ is below this share of t, the point (t, y) counts as on the axis, where y has no direction. */
const APEX = 1e-9;

/** (t, y) with ‖y‖ ≤ t. The cone is its own dual. */
export const secondOrder: ConicCone = {
  id: "second_order",
  isLinear: false,
  isNorm: true,
  kernelCone: (rows) => ({ tag: 2, rows, parameter: rows }),
  /** Returns max(0, ‖y‖ - t) for a block (t, y). */
  distance: (s, block) => Math.max(0, normOf(s, block) - s[block.firstRow]),
  /**
   * Projects a block on the cone, which is its own dual; Boyd, Vandenberghe (2004), Convex optimization, exercise 8.3.
   */
  projectDual(z, block) {
    const { firstRow, rows } = block;
    const norm = normOf(z, block), t = z[firstRow];
    if (norm <= t) return;
    if (norm <= -t) {
      z.fill(0, firstRow, firstRow + rows);
      return;
    }
    const half = (norm + t) / 2;
    z[firstRow] = half;
    for (let i = firstRow + 1; i < firstRow + rows; i++) z[i] *= half / norm;
  },
  scale: (s, block) => Math.abs(s[block.firstRow]) + normOf(s, block),
  /** The face φ = t - ‖y‖ = 0. */
  tangent({ s, z }, block) {
    const { firstRow, rows } = block;
    const t = s[firstRow], norm = normOf(s, block), slack = t - norm;
    const isAxis = norm <= APEX * Math.abs(t);
    if (isAxis && slack <= 0) return null;
    const y = s.subarray(firstRow + 1, firstRow + rows);
    const multiplier = Math.max(0, z[firstRow]);
    return {
      slack,
      normal(length) {
        const normal = new Float64Array(rows);
        normal[0] = length;
        if (!isAxis) y.forEach((entry, i) => normal[i + 1] = -length * entry / norm);
        return normal;
      },
      multiplier,
      curvature: isAxis || multiplier === 0 ? null : curvatureOf(y, norm, multiplier),
    };
  },
};

/**
 * Returns the curvature -λ ∇²φ = λ / ‖y‖ (I - uu') for u = y / ‖y‖. I - uu' is a projection, so it is its own root R.
 */
function curvatureOf(y: Float64Array, norm: number, multiplier: number): Curvature {
  return {
    firstRow: 1,
    rows: y.length,
    factor: multiplier / norm,
    times(coefficients) {
      const { columns, data } = coefficients;
      const parallel = alongOf(y, norm, coefficients);
      for (let i = 0, k = 0; i < y.length; i++) {
        for (let j = 0; j < columns; j++, k++) data[k] -= parallel[j] * y[i] / norm;
      }
      return coefficients;
    },
  };
}

/** Returns C'u for coefficients C and u = y / ‖y‖. */
function alongOf(y: Float64Array, norm: number, { columns, data }: Matrix): Float64Array {
  const parallel = new Float64Array(columns);
  for (let i = 0, k = 0; i < y.length; i++) {
    for (let j = 0; j < columns; j++, k++) parallel[j] += data[k] * y[i] / norm;
  }
  return parallel;
}

/** ‖y‖ of a block (t, y). */
function normOf(s: Float64Array, { firstRow, rows }: Rows): number {
  let squares = 0;
  for (let i = firstRow + 1; i < firstRow + rows; i++) squares += s[i] * s[i];
  return Math.sqrt(squares);
}
