import { dot } from "../../domain/matrix.ts";
import { meanDifferenceOf } from "../../measures/mean_difference.ts";
import { orderedSumOf } from "../cones/ordered_sum.ts";
import type { EpigraphCone } from "../cones/epigraph_cone.ts";
import type { Affine } from "./affine.ts";
import type { Bounds } from "./bounds.ts";
import type { Variables } from "./variables.ts";

/** Variables that others set: hinges, parts, thresholds, norms. */
export interface Settler {
  /** Sets them, in place, to what their expressions ask for at the rest of a point. */
  settle(point: Float64Array): void;
  /** Narrows their bounds, in place, to what they can be set to while the rest of a point keeps its bounds. */
  narrow(bounds: Bounds): void;
  /** The t of an epigraph, if it sets that. */
  readonly ofEpigraph?: number;
}

/** What narrows as a settler does and sets nothing: for models in which its variables may be less than they are. */
export function narrowing({ narrow }: Settler): Settler {
  return { settle() {}, narrow };
}

/** A variable t between the least and the largest of the values that it is set for. */
export interface Threshold {
  readonly threshold: Variables;
  /** None of the values is below it, whatever their terms let them be one by one. */
  readonly least?: number;
  place(values: Float64Array): number;
}

/** u = max(a - t, 0), entry by entry, and t. */
export function hingeSettler(u: Variables, a: Affine, above?: Threshold): Settler {
  return {
    settle(point) {
      const values = a.evaluate(point), t = above?.place(values) ?? 0;
      if (above !== undefined) point[above.threshold.offset] = t;
      for (let i = 0; i < values.length; i++) point[u.offset + i] = Math.max(values[i] - t, 0);
    },
    narrow(bounds) {
      const values = a.range(bounds);
      const t = above === undefined
        ? { lower: 0, upper: 0 }
        : { lower: Math.max(least(values.lower), above.least ?? -Infinity), upper: most(values.upper) };
      if (above !== undefined) narrowEntry(bounds, above.threshold.offset, t);
      for (let i = 0; i < u.count; i++) {
        narrowEntry(bounds, u.offset + i, { lower: 0, upper: Math.max(values.upper[i] - t.lower, 0) });
      }
    },
  };
}

/** u = max(lower, a_1, …, a_k), entry by entry. */
export function largestSettler(u: Variables, expressions: readonly Affine[], lower: number): Settler {
  return {
    settle(point) {
      const values = expressions.map((a) => a.evaluate(point));
      for (let i = 0; i < u.count; i++) point[u.offset + i] = Math.max(lower, ...values.map((one) => one[i]));
    },
    narrow(bounds) {
      const values = expressions.map((a) => a.range(bounds));
      for (let i = 0; i < u.count; i++) {
        narrowEntry(bounds, u.offset + i, {
          lower: Math.max(lower, ...values.map((one) => one.lower[i])),
          upper: Math.max(lower, ...values.map((one) => one.upper[i])),
        });
      }
    },
  };
}

/** u = max(a_1, …, a_T). */
export function greatestSettler(u: Variables, a: Affine): Settler {
  return {
    settle(point) {
      point[u.offset] = most(a.evaluate(point));
    },
    narrow(bounds) {
      const { lower, upper } = a.range(bounds);
      narrowEntry(bounds, u.offset, { lower: most(lower), upper: most(upper) });
    },
  };
}

/** m_t = max(0, a_1, …, a_t). */
export function runningMaximaSettler(m: Variables, a: Affine): Settler {
  return {
    settle(point) {
      a.evaluate(point).reduce((highest, value, t) => point[m.offset + t] = Math.max(highest, value), 0);
    },
    narrow(bounds) {
      const { lower, upper } = a.range(bounds);
      let low = 0, high = 0;
      for (let t = 0; t < m.count; t++) {
        low = Math.max(low, lower[t]);
        high = Math.max(high, upper[t]);
        narrowEntry(bounds, m.offset + t, { lower: low, upper: high });
      }
    },
  };
}

/** d_t = max(d_(t-1) - x_t, 0). */
export function shortfallsOfSumsSettler(d: Variables, x: Affine): Settler {
  return {
    settle(point) {
      x.evaluate(point).reduce((before, value, t) => point[d.offset + t] = Math.max(before - value, 0), 0);
    },
    narrow(bounds) {
      x.range(bounds).lower.reduce((most, low, t) => {
        const upper = Math.max(most - low, 0);
        narrowEntry(bounds, d.offset + t, { lower: 0, upper });
        return upper;
      }, 0);
    },
  };
}

/** The positive and the negative part of an expression, entry by entry. */
export function partsSettler({ positive, negative }: Parts, whole: Affine): Settler {
  return {
    settle(point) {
      const values = whole.evaluate(point);
      point.set(values.map((value) => Math.max(value, 0)), positive.offset);
      point.set(values.map((value) => Math.max(-value, 0)), negative.offset);
    },
    narrow(bounds) {
      const { lower, upper } = whole.range(bounds);
      for (let i = 0; i < positive.count; i++) {
        narrowEntry(bounds, positive.offset + i, { lower: Math.max(lower[i], 0), upper: Math.max(upper[i], 0) });
        narrowEntry(bounds, negative.offset + i, { lower: Math.max(-upper[i], 0), upper: Math.max(-lower[i], 0) });
      }
    },
  };
}

/**
 * Variables at least as large as the positive and the negative parts of expressions; no larger where a rule limits
 * them.
 */
export interface Parts {
  readonly positive: Variables;
  readonly negative: Variables;
}

/** ‖x‖. */
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

/** The least t of a block (t, x). */
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

/** ‖x‖² / scale. */
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

/** The mean of |x_i - x_j| over all pairs of entries. */
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

/** Σ weights[k] x_(k) of the entries from the largest on. */
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

function narrowEntry(bounds: Bounds, j: number, to: { readonly lower: number; readonly upper: number }): void {
  bounds.lower[j] = Math.max(bounds.lower[j], to.lower);
  bounds.upper[j] = Math.min(bounds.upper[j], to.upper);
}

function least(values: Float64Array): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity);
}

function most(values: Float64Array): number {
  return values.reduce((high, value) => Math.max(high, value), -Infinity);
}
