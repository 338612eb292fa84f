import { matrix } from "../../domain/matrix.ts";
import { Affine } from "../program/affine.ts";
import { type EpigraphCone, epigraphCone } from "./epigraph_cone.ts";
import { exponential } from "./exponential.ts";

/**
 * (t, y, v) with t ≥ -y Σ weights[i] log(v[i] / y), y > 0 and v > 0, for positive weights. It is the epigraph of the
 * perspective of a sum of logarithms, as in expected log growth and risk budgeting. Boyd, Vandenberghe (2004), Convex
 * optimization, 3.2.6.
 */
export function logarithmic(weights: Float64Array): EpigraphCone {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return epigraphCone({
    id: "logarithmic",
    isBelowLargest: false,
    logarithms: weights,
    supportAt(x) {
      const y = x[0], slopes = new Float64Array(x.length);
      // For y → 0 the function tends to 0, but no linear function supports it there.
      if (y === 0 && x.every((entry) => entry >= 0)) {
        return { value: 0, slopes: slopes.fill(NaN), curvature: null, isSmooth: false };
      }
      let sum = 0;
      for (let i = 0; i < weights.length; i++) {
        sum += weights[i] * Math.log(x[i + 1] / y);
        slopes[i + 1] = -weights[i] * y / x[i + 1];
      }
      slopes[0] = total - sum;
      const isInside = y > 0 && x.every((entry) => entry > 0) && sum > -Infinity;
      return {
        value: isInside ? -y * sum : Infinity,
        slopes,
        isSmooth: isInside,
        curvature: {
          firstRow: 0,
          rows: x.length,
          factor: y,
          times({ columns, data }) {
            const scaled = matrix(weights.length, columns);
            weights.forEach((weight, i) => {
              const root = Math.sqrt(weight), own = root / x[i + 1], common = root / y;
              for (let j = 0, at = (i + 1) * columns, to = i * columns; j < columns; j++, at++, to++) {
                scaled.data[to] = own * data[at] - common * data[j];
              }
            });
            return scaled;
          },
        },
      };
    },
    /** Expresses the function as the least -Σ weights[i] s_i subject to y exp(s_i / y) ≤ v_i. */
    express([y, ...v], form) {
      const powers = form.variables(v.length);
      const first = v.map((one, i) => form.inCone(exponential, Affine.stack([powers.entry(i), y, one])));
      return {
        value: Affine.stack(v.map((_, i) => powers.entry(i).times(-weights[i]))).sum(),
        rows: [first.map((row) => row + 1), ...first.map((row) => [row + 2])],
      };
    },
    /**
     * Keeps the slopes with respect to v. If the linear function is somewhere above this function, lowers the slope
     * with respect to y to the largest at which it is not.
     */
    lower(slopes) {
      let most = total;
      for (let i = 0; i < weights.length; i++) {
        if (!(slopes[i + 1] < 0)) return false;
        most -= weights[i] * Math.log(-weights[i] / slopes[i + 1]);
      }
      slopes[0] = Math.min(slopes[0], most);
      return true;
    },
  });
}
