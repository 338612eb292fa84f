import type { Affine } from "./affine.ts";
import { least, most, narrowEntry } from "./narrowed_bounds.ts";
import type { Settler } from "./settler.ts";
import type { Variables } from "./variables.ts";

/**
 * The threshold t of hinges u = max(a - t, 0). `place` computes it from the values of all a, and it lies between the
 * least and the largest of them.
 */
export interface Threshold {
  readonly threshold: Variables;
  /** A lower bound of all a, which may be tighter than the one from the bounds of their variables. */
  readonly least?: number;
  place(values: Float64Array): number;
}

/** Sets u = max(a - t, 0), entry by entry, and the threshold t if there is one. */
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

/** Sets u = max(lower, a_1, …, a_k), entry by entry. */
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

/** Sets u = max(a_1, …, a_T). */
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

/** Sets m_t = max(0, a_1, …, a_t). */
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

/** Sets d_t = max(d_(t-1) - x_t, 0) with d_0 = 0. */
export function drawdownsOfSumsSettler(d: Variables, x: Affine): Settler {
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

/** Sets the positive and the negative part of an expression, entry by entry. */
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
 * Variables whose difference is an expression, so each is at least its positive or negative part. A larger value only
 * makes limits on them harder to keep.
 */
export interface Parts {
  readonly positive: Variables;
  readonly negative: Variables;
}
