import type { EpigraphCone } from "../cones/epigraph_cone.ts";
import { meanDifference } from "../cones/mean_difference.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { orderedSum } from "../cones/ordered_sum.ts";
import { secondOrder } from "../cones/second_order.ts";
import { zero } from "../cones/zero.ts";
import { Affine } from "./affine.ts";
import {
  drawdownsOfSumsSettler,
  greatestSettler,
  hingeSettler,
  largestSettler,
  type Parts,
  partsSettler,
  runningMaximaSettler,
  type Threshold,
} from "./maxima_settlers.ts";
import {
  epigraphSettler,
  meanDifferenceSettler,
  normSettler,
  orderedSumSettler,
  squaresSettler,
} from "./norm_settlers.ts";
import { RowBuilder } from "./row_builder.ts";
import { Variables } from "./variables.ts";

/** Builds a convex program. Its methods add rows, and variables that stand for convex functions of expressions. */
export class ProgramBuilder extends RowBuilder {
  #parts = new Map<string, Parts>();
  #maxima = new Map<string, Variables>();

  /** Adds ‖x‖ ≤ t. */
  normAtMost(x: Affine, t: Affine): void {
    this.inCone(secondOrder, Affine.stack([t, x]));
  }

  /** A new variable t ≥ ‖x‖. */
  norm(x: Affine): Affine {
    const norm = this.variables(1, 0);
    this.normAtMost(x, norm.at(0));
    this.setBy(normSettler(norm, x));
    return norm.at(0);
  }

  /**
   * A new variable t ≥ ‖x‖² / scale, as ‖(2x, t - scale)‖ ≤ t + scale (Boyd, Vandenberghe (2004), Convex optimization,
   * exercise 4.26).
   */
  squares(x: Affine, scale: Affine): Affine {
    const sum = this.variables(1, 0), t = sum.at(0);
    this.normAtMost(Affine.stack([x.times(2), t.minus(scale)]), t.plus(scale));
    this.setBy(squaresSettler(sum, x, scale));
    return t;
  }

  /** A new variable t ≥ f(x) for the function f whose epigraph the cone is. */
  epigraph(cone: EpigraphCone, x: Affine): Affine {
    const value = this.variables(1);
    const rows = Affine.stack([value.at(0), x]);
    this.define({ cone, rows }, epigraphSettler(value, rows, cone));
    return value.at(0);
  }

  /** A new variable of at least the mean of |x_i - x_j| over all pairs i < j. */
  meanDifference(x: Affine): Affine {
    const mean = this.variables(1, 0);
    this.define({ cone: meanDifference, rows: Affine.stack([mean.at(0), x]) }, meanDifferenceSettler(mean, x));
    return mean.at(0);
  }

  /** A new variable of at least Σ weights[k] x_(k) for the descending entries x_(k). The weights must be descending. */
  orderedSum(x: Affine, weights: Float64Array): Affine {
    const sum = this.variables(1);
    this.define({ cone: orderedSum(weights), rows: Affine.stack([sum.at(0), x]) }, orderedSumSettler(sum, x, weights));
    return sum.at(0);
  }

  /**
   * New hinge variables u ≥ max(a - t, 0). The objective, or a row that limits them, must press them down. The
   * threshold t, if given, is set to `place` of the values of a.
   */
  hinge(a: Affine, above?: Threshold): Variables {
    const u = this.variables(a.length, 0), threshold = above?.threshold;
    const beyond = threshold === undefined ? a : a.minus(threshold.at(0));
    this.define({ cone: nonnegative, rows: u.all().minus(beyond), hinge: placesOf(u) }, hingeSettler(u, a, above));
    return u;
  }

  /**
   * New variables u ≥ max(lower, a_1, …, a_k), entry by entry. The objective, or a row that limits them, must press
   * them down.
   */
  largest(expressions: readonly Affine[], lower = -Infinity): Variables {
    const u = this.variables(expressions[0].length, lower);
    for (const a of expressions) {
      this.define({ cone: nonnegative, rows: u.all().minus(a), hinge: placesOf(u) });
    }
    this.setBy(largestSettler(u, expressions, lower));
    return u;
  }

  /** A new variable of at least every entry of a. The objective, or a row that limits it, must press it down. */
  greatest(a: Affine): Affine {
    const u = this.variables(1);
    const owners = new Uint32Array(a.length).fill(u.offset);
    this.define({ cone: nonnegative, rows: u.all().minus(a), hinge: owners }, greatestSettler(u, a));
    return u.at(0);
  }

  /**
   * Running maxima m_t ≥ max(0, a_1, …, a_t), by the rows m_t ≥ a_t and m_t ≥ m_(t-1). Calls with the same name share
   * the variables. The objective, or rows that limit them, must press them down.
   */
  runningMaxima(name: string, a: () => Affine): Variables {
    const known = this.#maxima.get(name);
    if (known) return known;
    const of = a(), m = this.variables(of.length, 0), all = m.all();
    const steps = new Variables(m.offset + 1, m.count - 1).all().minus(new Variables(m.offset, m.count - 1).all());
    const rows = Affine.stack([all.minus(of), steps]);
    this.define({ cone: nonnegative, rows, maxima: m }, runningMaximaSettler(m, of));
    this.#maxima.set(name, m);
    return m;
  }

  /**
   * Drawdowns d_t ≥ max(d_(t-1) - x_t, 0) with d_0 = 0: the distance of the running sum of x below its running
   * maximum. Calls with the same name share the variables. The objective, or rows that limit them, must press them
   * down.
   */
  drawdownsOfSums(name: string, x: () => Affine): Variables {
    const known = this.#maxima.get(name);
    if (known) return known;
    const of = x(), d = this.variables(of.length), all = d.all();
    const before = Affine.stack([Affine.constant(0), new Variables(d.offset, d.count - 1).all()]);
    const rows = Affine.stack([all, all.minus(before).plus(of)]);
    this.define({ cone: nonnegative, rows, drawdowns: d }, drawdownsOfSumsSettler(d, of));
    this.#maxima.set(name, d);
    return d;
  }

  /** Variables positive, negative ≥ 0 with a = positive - negative. Calls with the same name share them. */
  split(name: string, a: () => Affine): Parts {
    const known = this.#parts.get(name);
    if (known) return known;
    const whole = a();
    const positive = this.variables(whole.length, 0), negative = this.variables(whole.length, 0);
    const rows = whole.minus(positive.all().minus(negative.all()));
    const parts = { positive, negative };
    this.define({ cone: zero, rows }, partsSettler(parts, whole));
    this.#parts.set(name, parts);
    return parts;
  }
}

function placesOf({ offset, count }: Variables): Uint32Array {
  const places = new Uint32Array(count);
  for (let i = 0; i < count; i++) places[i] = offset + i;
  return places;
}
