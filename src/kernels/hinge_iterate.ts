import { dot, timesVector } from "../domain/matrix.ts";
import { type Directions, type Pair, PAIRS, type Products, productsOf, ratio } from "./hinge_pairs.ts";
import type { HingeAnswer, HingeProgram } from "./hinge_program.ts";
import { startOf } from "./hinge_start.ts";
import type { NormalEquations } from "./normal_equations.ts";

/** Of the tolerance: as weights part, the normal equations lose digits, which a polish of the answer wins back. */
const DUAL_SHARE = 10;

/** Of a product that is not to vanish, what a step has to leave; and the share of a step that is tried next. */
const LEAST_PRODUCT = 0.1, SHORTER = 0.8;

/** An interior point: slacks and multipliers above 0, both at 0 of bounds that do not exist; residuals of any size. */
export class HingeIterate {
  readonly #program: HingeProgram;
  readonly #equations: NormalEquations;
  readonly #at: Directions;
  readonly #pairs: number;
  readonly #isCurved: boolean;
  /** What the products of pairs come to at an optimum, where that is not 0. */
  readonly #products: Products;
  #dual: { x: Float64Array; u: Float64Array } = { x: new Float64Array(0), u: new Float64Array(0) };
  #primal: { e: Float64Array; s: Float64Array; below: Float64Array; above: Float64Array };
  #Xx: Float64Array;
  #value = 0;
  #valueSize = 0;

  constructor(program: HingeProgram, equations: NormalEquations) {
    [this.#program, this.#equations] = [program, equations];
    this.#products = productsOf(program);
    this.#at = startOf(program, this.#products);
    this.#isCurved = program.f.some((one) => one > 0) || program.P.data.some((entry) => entry !== 0) ||
      program.logarithms !== undefined;
    this.#Xx = new Float64Array(this.#at.s.length);
    this.#primal = { e: new Float64Array(0), s: this.#Xx, below: this.#Xx, above: this.#Xx };
    this.#pairs = PAIRS.reduce((sum, [slack]) => sum + this.#at[slack].filter((entry) => entry > 0).length, 0);
  }

  /** The mean product of a slack and its multiplier, or how far it is from what it comes to at an optimum. */
  get complementarity(): number {
    return PAIRS.reduce((sum, [slack, on]) => {
      const products = this.#products[slack];
      if (products === undefined) return sum + dot(this.#at[slack], this.#at[on]);
      return this.#at[slack].reduce((all, one, i) => all + Math.abs(one * this.#at[on][i] - products[i]), sum);
    }, 0) / this.#pairs;
  }

  /** Computes the residuals. */
  measure(): void {
    const { P, q, k, c, f, E, e, h, lower, upper } = this.#program;
    const { x, y, u, s, z, v, below, onLower, above, onUpper } = this.#at;
    this.#Xx = this.#equations.times(x);
    const Px = timesVector(P, x), costs = this.#equations.transposedTimes(z), Ex = timesVector(E, x);
    addTransposed(E, y, costs);
    this.#dual = {
      x: x.map((_, j) => Px[j] + q[j] + costs[j] - onLower[j] + onUpper[j]),
      u: u.map((one, t) => c[t] + f[t] * one - z[t] - v[t]),
    };
    this.#primal = {
      e: e.map((one, i) => one - Ex[i]),
      s: s.map((one, i) => (i < k.length ? u[i] - k[i] : h[i - k.length]) - this.#Xx[i] - one),
      below: x.map((one, j) => lower[j] > -Infinity ? one - lower[j] - below[j] : 0),
      above: x.map((one, j) => upper[j] < Infinity ? upper[j] - one - above[j] : 0),
    };
    this.#value = dot(q, x) + dot(Px, x) / 2 + dot(c, u) +
      u.reduce((sum, one, t) => sum + f[t] * one * one, 0) / 2;
    this.#valueSize = sizes(q, x) + dot(Px, x) + sizes(c, u) + u.reduce((sum, one, t) => sum + f[t] * one * one, 0) +
      Object.values(this.#products).reduce((sum, products) => products.reduce((all, one) => all + one, sum), 0);
  }

  isFinite(): boolean {
    return Number.isFinite(this.#value) && Number.isFinite(this.complementarity);
  }

  /** Whether the residuals and the gap are within a share of the size of what they are made of. */
  isWithin(tolerance: number): boolean {
    const { q, k, c, e, h } = this.#program, { x, u, z } = this.#at;
    const primalSize = largest(k, h, e, x, u);
    // What logarithms pull with is a part of the slopes, and all of them where nothing else costs.
    const dualSize = this.#products.below === undefined ? largest(q, c, z) : largest(q, c, z, this.#at.onLower);
    return this.complementarity * this.#pairs <= tolerance * this.#valueSize &&
      largest(this.#primal.e, this.#primal.s, this.#primal.below, this.#primal.above) <= tolerance * primalSize &&
      largest(this.#dual.x, this.#dual.u) <= DUAL_SHARE * tolerance * dualSize;
  }

  /** Of the rows in the normal equations, the hinges' own variables eliminated. */
  weights(): Float64Array {
    const { k, f } = this.#program, { s, z, u, v } = this.#at;
    return s.map((slack, i) => {
      const own = z[i] / slack;
      if (i >= k.length) return own;
      const rest = f[i] + v[i] / u[i];
      return own * rest / (own + rest);
    });
  }

  boundWeights(): Float64Array {
    const { below, onLower, above, onUpper } = this.#at;
    return below.map((slack, j) => ratio(onLower[j], slack) + ratio(onUpper[j], above[j]));
  }

  /**
   * Newton's directions towards products of slacks and multipliers at `target`, less what the products of `predicted`
   * directions add where there are any.
   */
  directions(predicted: Directions | null, target: number): Directions {
    const { k, f } = this.#program, at = this.#at;
    const { s, z, u, v, below, onLower, above, onUpper } = at;
    const [rs, ru, rl, rh] = PAIRS.map((pair) =>
      productsWanted(at, predicted, { target, pair, products: this.#products[pair[0]] })
    );
    const T = k.length, primal = this.#primal, dual = this.#dual;
    const whole = new Float64Array(T), pulled = new Float64Array(T);
    const force = s.map((slack, i) => {
      const own = z[i] / slack, pull = rs[i] / slack - own * primal.s[i];
      if (i >= T) return pull;
      whole[i] = f[i] + own + v[i] / u[i];
      pulled[i] = -dual.u[i] + ru[i] / u[i] + pull;
      return pull - own * pulled[i] / whole[i];
    });
    const back = this.#equations.transposedTimes(force);
    const onBounds = (j: number): number =>
      ratio(rl[j] - onLower[j] * primal.below[j], below[j]) - ratio(rh[j] - onUpper[j] * primal.above[j], above[j]);
    const { dx, dy } = this.#equations.solve(back.map((sum, j) => onBounds(j) - dual.x[j] - sum), primal.e);
    const moved = this.#equations.times(dx);
    const du = u.map((_, t) => (pulled[t] + z[t] / s[t] * moved[t]) / whole[t]);
    const ds = s.map((_, i) => (i < T ? du[i] : 0) - moved[i] + primal.s[i]);
    const dBelow = below.map((slack, j) => slack > 0 ? dx[j] + primal.below[j] : 0);
    const dAbove = above.map((slack, j) => slack > 0 ? primal.above[j] - dx[j] : 0);
    return {
      x: dx,
      y: dy,
      u: du,
      s: ds,
      z: s.map((slack, i) => (rs[i] - z[i] * ds[i]) / slack),
      v: u.map((slack, t) => (ru[t] - v[t] * du[t]) / slack),
      below: dBelow,
      onLower: below.map((slack, j) => ratio(rl[j] - onLower[j] * dBelow[j], slack)),
      above: dAbove,
      onUpper: above.map((slack, j) => ratio(rh[j] - onUpper[j] * dAbove[j], slack)),
    };
  }

  /** How far slacks and multipliers may go until one vanishes; alike where the objective is curved. */
  longestSteps(directions: Directions): readonly [primal: number, dual: number] {
    let [primal, dual] = [1e3, 1e3];
    for (const [slack, on] of PAIRS) {
      primal = Math.min(primal, longest(this.#at[slack], directions[slack]));
      dual = Math.min(dual, longest(this.#at[on], directions[on]));
    }
    if (!this.#isCurved) return [primal, dual];
    const both = this.#centred(directions, Math.min(primal, dual));
    return [both, both];
  }

  /** As much of a step as leaves a share of products that are not to vanish. */
  #centred(directions: Directions, step: number): number {
    let centred = Math.min(1, step);
    for (const [slack, on] of PAIRS) {
      const products = this.#products[slack], a = this.#at[slack], b = this.#at[on];
      const [da, db] = [directions[slack], directions[on]];
      products?.forEach((product, i) => {
        if (product === 0) return;
        const least = LEAST_PRODUCT * Math.min(product, a[i] * b[i]);
        while ((a[i] + centred * da[i]) * (b[i] + centred * db[i]) < least) centred *= SHORTER;
      });
    }
    return centred < Math.min(1, step) ? centred : step;
  }

  /** The complementarity after steps of at most 1. */
  complementarityAfter(directions: Directions, primal: number, dual: number): number {
    const [p, d] = [Math.min(1, primal), Math.min(1, dual)];
    let sum = 0;
    for (const [slack, on] of PAIRS) {
      const [a, b, da, db] = [this.#at[slack], this.#at[on], directions[slack], directions[on]];
      const products = this.#products[slack];
      for (let i = 0; i < a.length; i++) {
        const product = (a[i] + p * da[i]) * (b[i] + d * db[i]);
        sum += products === undefined ? product : Math.abs(product - products[i]);
      }
    }
    return sum / this.#pairs;
  }

  move(directions: Directions, primal: number, dual: number): void {
    for (const name of ["x", "u", "s", "below", "above"] as const) add(this.#at[name], directions[name], primal);
    for (const name of ["y", "z", "v", "onLower", "onUpper"] as const) add(this.#at[name], directions[name], dual);
  }

  answer(status: HingeAnswer["status"], iterations: number): HingeAnswer {
    const { x, y, u, z, v, onLower, onUpper } = this.#at, T = this.#program.k.length;
    return {
      status,
      x: x.slice(),
      u: u.slice(),
      onHinges: z.slice(0, T),
      onPositive: v.slice(),
      onEqualities: y.slice(),
      onRows: z.slice(T),
      onLower: onLower.slice(),
      onUpper: onUpper.slice(),
      iterations,
    };
  }
}

function productsWanted(
  at: Directions,
  predicted: Directions | null,
  { target, pair: [slack, on], products }: {
    readonly target: number;
    readonly pair: Pair;
    readonly products: Float64Array | undefined;
  },
): Float64Array {
  return at[slack].map((one, i) => {
    if (one === 0) return 0;
    const wanted = products?.[i] || target;
    return wanted - one * at[on][i] - (predicted === null ? 0 : predicted[slack][i] * predicted[on][i]);
  });
}

function longest(values: Float64Array, steps: Float64Array): number {
  let most = Infinity;
  for (let i = 0; i < values.length; i++) if (steps[i] < 0) most = Math.min(most, -values[i] / steps[i]);
  return most;
}

function add(to: Float64Array, step: Float64Array, by: number): void {
  for (let i = 0; i < to.length; i++) to[i] += by * step[i];
}

function sizes(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] * b[i]);
  return sum;
}

function largest(...vectors: readonly Float64Array[]): number {
  let most = 0;
  for (const vector of vectors) for (const entry of vector) most = Math.max(most, Math.abs(entry));
  return most;
}

function addTransposed({ rows, columns, data }: HingeProgram["E"], y: Float64Array, to: Float64Array): void {
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) to[j] += y[i] * data[i * columns + j];
}
