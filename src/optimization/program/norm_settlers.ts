import { dot } from "../../domain/matrix.ts";
import { meanDifferenceOf } from "../../measures/mean_difference.ts";
import type { EpigraphCone } from "../cones/epigraph_cone.ts";
import { orderedSumOf } from "../cones/ordered_sum.ts";
import type { Affine } from "./affine.ts";
import { least, most, narrowEntry } from "./narrowed_bounds.ts";
import type { Settler } from "./settler.ts";
import type { Variables } from "./variables.ts";

/** Sets a variable to ‖x‖. */
export function normSettler(norm: Variables, x: Affine): Settler {
  return {
    settle(point) {
      const values = x.evaluate(point);
      point[norm.offset] = Math.sqrt(dot(values, values));
    },
    narrow(bounds) {
      const { lower, upper } = x.range(bounds);
      const sizes = lower.map((low, i) => Math.max(-low, upper[i]));
      narrowEntry(bounds, norm.offset, { lower: 0, upper: Math.sqrt(dot(sizes, sizes)) });
    },
  };
}

/** Sets the t of a block (t, x) to the value of the function whose epigraph the cone is. */
export function epigraphSettler(value: Variables, rows: Affine, cone: EpigraphCone): Settler {
  const block = { firstRow: 0, rows: rows.length }, entries = rows.slice(1, rows.length - 1);
  return {
    ofEpigraph: value.offset,
    settle(point) {
      point[value.offset] = cone.supportAt(rows.evaluate(point), block).value;
    },
    narrow(bounds) {
      const { lower, upper } = cone.range(entries.range(bounds));
      if (!Number.isNaN(lower + upper)) narrowEntry(bounds, value.offset, { lower, upper });
    },
  };
}

/** Sets a variable to ‖x‖² / scale. */
export function squaresSettler(sum: Variables, x: Affine, scale: Affine): Settler {
  return {
    settle(point) {
      const values = x.evaluate(point);
      point[sum.offset] = dot(values, values) / scale.evaluate(point)[0];
    },
    narrow(bounds) {
      if (!scale.isConstant()) return;
      const { lower, upper } = x.range(bounds);
      const sizes = lower.map((low, i) => Math.max(-low, upper[i]));
      narrowEntry(bounds, sum.offset, { lower: 0, upper: dot(sizes, sizes) / scale.constant[0] });
    },
  };
}

/** Sets a variable to the mean of |x_i - x_j| over all pairs i < j. */
export function meanDifferenceSettler(mean: Variables, x: Affine): Settler {
  return {
    settle(point) {
      point[mean.offset] = meanDifferenceOf(x.evaluate(point));
    },
    narrow(bounds) {
      const { lower, upper } = x.range(bounds);
      narrowEntry(bounds, mean.offset, { lower: 0, upper: most(upper) - least(lower) });
    },
  };
}

/** Sets a variable to Σ weights[k] x_(k) for the descending entries x_(k). */
export function orderedSumSettler(sum: Variables, x: Affine, weights: Float64Array): Settler {
  return {
    settle(point) {
      point[sum.offset] = orderedSumOf(x.evaluate(point), weights);
    },
    narrow(bounds) {
      const { lower, upper } = x.range(bounds);
      const high = most(upper), low = least(lower);
      const from = (weight: number): number => weight > 0 ? weight * low : weight * high;
      const to = (weight: number): number => weight > 0 ? weight * high : weight * low;
      const total = (of: (weight: number) => number): number =>
        weights.reduce((sum, one) => one === 0 ? sum : sum + of(one), 0);
      narrowEntry(bounds, sum.offset, { lower: total(from), upper: total(to) });
    },
  };
}
