import { type Matrix, matrix } from "../../domain/matrix.ts";
import { normOf, type PowerMean } from "../../measures/power_mean.ts";
import { Affine } from "../program/affine.ts";
import { type ConicForm, type EpigraphCone, epigraphCone, type Expressed, type Support } from "./epigraph_cone.ts";
import { nonnegative } from "./nonnegative.ts";
import { power } from "./power.ts";
import { secondOrder } from "./second_order.ts";
import { zero } from "./zero.ts";

/**
 * (t, s, x) with t ≥ ‖x‖² / s, for a scale s > 0 and the norm ‖x‖ = (Σ |x_i|^(2p) / T)^(1 / 2p) of T entries, or of
 * their negative parts. The dual cone has (λ, -λ r, -λ q) with r ≤ -‖q‖*² / 4. Here ‖q‖* = (Σ |q_i|^a / T)^(1 / a) T
 * with 1 / a + 1 / 2p = 1 is the dual norm; q ≤ 0 for negative parts.
 */
export function powerMean({ order, isBelow }: PowerMean): EpigraphCone {
  const exponent = 2 * order;
  return epigraphCone({
    id: "power_mean",
    isBelowLargest: false,
    supportAt: (x) => supportAt(x, { exponent, isBelow }),
    lower: (slopes) => lower(slopes, { exponent, isBelow }),
    /** The function increases with the size of each entry and decreases with the scale. */
    range({ lower, upper }) {
      const sizes = lower.map((low, i) => i === 0 ? low : isBelow ? low : Math.max(-low, upper[i]));
      return { lower: 0, upper: supportAt(sizes, { exponent, isBelow }).value };
    },
    express: (x, form) => express(x, form, { order, isBelow }),
  });
}

interface Norm {
  readonly exponent: number;
  readonly isBelow: boolean;
}

function supportAt(entries: Float64Array, { exponent, isBelow }: Norm): Support {
  const scale = entries[0], count = entries.length - 1;
  const slopes = new Float64Array(count + 1), x = entries.slice(1);
  if (isBelow) { for (let i = 0; i < count; i++) x[i] = Math.min(x[i], 0); }
  const norm = normOf(x, exponent);
  if (norm === 0 && scale >= 0) return { value: 0, slopes, curvature: null, isSmooth: scale > 0 };
  if (!(scale > 0)) return { value: Infinity, slopes, curvature: null, isSmooth: false };
  // The derivative of the norm by x_i is (x_i / ‖x‖)^(2p - 1) / T.
  const ratios = x.map((entry) => entry / norm);
  const value = norm * (norm / scale);
  slopes[0] = -value / scale;
  ratios.forEach((ratio, i) => slopes[i + 1] = 2 * norm / scale * ratio ** (exponent - 1) / count);
  return {
    value,
    slopes,
    curvature: {
      firstRow: 0,
      rows: count + 1,
      factor: 2 / scale,
      times: (coefficients) => curved(coefficients, { ratios, exponent, norm, scale }),
    },
    isSmooth: true,
  };
}

/**
 * Returns R C for the coefficients C, where R'R = s / 2 × the Hessian of ‖x‖² / s = dd' + ‖x‖ H. Here d is the gradient
 * of the norm by x, with -‖x‖ / s for the scale, and H is the Hessian of the norm. ‖x‖ H is (2p - 1) times a
 * covariance: of the rows of C divided by their ratios x_i / ‖x‖, under the weights ratio^(2p) / T.
 */
function curved(
  { columns, data }: Matrix,
  { ratios, exponent, norm, scale }: {
    readonly ratios: Float64Array;
    readonly exponent: number;
    readonly norm: number;
    readonly scale: number;
  },
): Matrix {
  const count = ratios.length, slope = new Float64Array(columns);
  const product = matrix(count + 1, columns);
  ratios.forEach((ratio, i) => {
    if (ratio === 0) return;
    const share = ratio ** (exponent - 1) / count;
    for (let j = 0, at = (i + 1) * columns; j < columns; j++, at++) slope[j] += share * data[at];
  });
  ratios.forEach((ratio, i) => {
    if (ratio === 0) return;
    const root = Math.sqrt((exponent - 1) / count) * Math.abs(ratio) ** (exponent / 2 - 1);
    for (let j = 0, at = (i + 1) * columns; j < columns; j++, at++) {
      product.data[at] = root * (data[at] - ratio * slope[j]);
    }
  });
  for (let j = 0; j < columns; j++) product.data[j] = slope[j] - norm / scale * data[j];
  return product;
}

/** Lowers the slope with respect to the scale s, if necessary, until the linear function is nowhere above ‖x‖² / s. */
function lower(slopes: Float64Array, { exponent, isBelow }: Norm): boolean {
  const own = slopes.subarray(1), count = own.length;
  if (isBelow) { for (let i = 0; i < count; i++) own[i] = Math.min(own[i], 0); }
  const dual = count * normOf(own, exponent / (exponent - 1));
  slopes[0] = Math.min(slopes[0], -(dual ** 2) / 4);
  return true;
}

/**
 * Expresses ‖x‖² / s as the least v subject to u_i s ≥ x_i² by second-order cones and v ≥ (mean of u_i^p)^(1 / p). For
 * p = 2 the latter is one more second-order cone; else it is Σ a_i ≤ m with a_i^(1/p) m^(1 - 1/p) ≥ u_i and m = T^(1/p)
 * v, by power cones.
 */
function express([scale, ...x]: readonly Affine[], form: ConicForm, { order, isBelow }: PowerMean): Expressed {
  const count = x.length, u = form.variables(count), parts = form.variables(count);
  const s = form.variables(1), v = form.variables(1);
  const ofScale = form.inCone(zero, scale.minus(s));
  const rows = x.map((entry, i) => {
    const own = u.entry(i), part = parts.entry(i);
    form.inCone(secondOrder, Affine.stack([own.plus(s), part.times(2), own.minus(s)]));
    if (isBelow) form.inCone(nonnegative, part.times(-1));
    return [form.inCone(isBelow ? nonnegative : zero, entry.minus(part))];
  });
  const mean = v.times(count ** (1 / order));
  if (order === 2) form.inCone(secondOrder, Affine.stack([mean, u]));
  else {
    const powers = form.variables(count);
    x.forEach((_, i) => form.inCone(power(1 / order), Affine.stack([powers.entry(i), mean, u.entry(i)])));
    form.inCone(nonnegative, mean.minus(powers.sum()));
  }
  return { value: v, rows: [[ofScale], ...rows] };
}
