import { dot, timesVector } from "../../../domain/matrix.ts";
import { VANISHING_DRAWDOWNS } from "../accuracy.ts";
import { type Directions, distanceOf, PAIRS, type Products, productsOf, productsWanted, ratio } from "./pairs.ts";
import type { HingeAnswer, HingeProgram } from "./hinge_program.ts";
import { startOf } from "./start.ts";
import { startNear } from "./start_near.ts";
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
  readonly #dual: Pick<Directions, "x" | "chain" | "u">;
  readonly #chainCosts: Float64Array;
  readonly #primal: Pick<Directions, "s" | "below" | "above"> & { readonly e: Float64Array };
  #Xx: Float64Array;
  #value = 0;
  #valueSize = 0;
  /** The largest slope of what is curved. */
  #curvedSize = 0;

  constructor(program: HingeProgram, equations: NormalEquations, near: Float64Array | null) {
    [this.#program, this.#equations] = [program, equations];
    this.#products = productsOf(program);
    this.#at = (near && startNear(near, program, { products: this.#products, equations })) ??
      startOf(program, this.#products);
    this.#isCurved = program.f.some((one) => one > 0) || equations.hasSquares || program.logarithms !== undefined;
    const zeros = (like: ArrayLike<number>): Float64Array => new Float64Array(like.length),
      { x, chain, u, s } = this.#at;
    this.#chainCosts = program.chain?.costs ?? new Float64Array(0);
    this.#Xx = zeros(s);
    this.#dual = { x: zeros(x), chain: zeros(chain), u: zeros(u) };
    this.#primal = { e: zeros(program.e), s: zeros(s), below: zeros(x), above: zeros(x) };
    this.#pairs = PAIRS.reduce((sum, [slack]) => sum + this.#at[slack].filter((entry) => entry > 0).length, 0);
  }

  /** The mean product of a slack and its multiplier, or how far it is from what it comes to at an optimum. */
  get complementarity(): number {
    return PAIRS.reduce((sum, [slack, on]) => {
      const products = this.#products[slack];
      if (products === undefined) return sum + dot(this.#at[slack], this.#at[on]);
      return sum + distanceOf(this.#at[slack], this.#at[on], products);
    }, 0) / this.#pairs;
  }

  /** The complementarity of a gap that is a share of the size of the objective. */
  complementarityWithin(share: number): number {
    return share * this.#valueSize / this.#pairs;
  }

  /** Computes the residuals. */
  measure(): void {
    const { q, k, c, f, E, e, h, lower, upper } = this.#program;
    const { x, chain, y, u, s, z, v, below, onLower, above, onUpper } = this.#at, chainCosts = this.#chainCosts;
    this.#Xx = this.#equations.times(x, chain);
    const Px = this.#equations.timesSquares(x), { x: costs, chain: onChain } = this.#equations.transposedTimes(z);
    const Ex = timesVector(E, x);
    addTransposed(E, y, costs);
    const { x: slopes, chain: ofChain, u: ofHinges } = this.#dual,
      { e: missed, s: gaps, below: under, above: over } = this.#primal;
    for (let j = 0; j < x.length; j++) {
      slopes[j] = Px[j] + q[j] + costs[j] - onLower[j] + onUpper[j];
      under[j] = lower[j] > -Infinity ? x[j] - lower[j] - below[j] : 0;
      over[j] = upper[j] < Infinity ? upper[j] - x[j] - above[j] : 0;
    }
    for (let t = 0; t < chain.length; t++) ofChain[t] = chainCosts[t] + onChain[t];
    for (let i = 0; i < e.length; i++) missed[i] = e[i] - Ex[i];
    const T = k.length, Xx = this.#Xx;
    let squares = 0;
    for (let t = 0; t < T; t++) {
      ofHinges[t] = c[t] + f[t] * u[t] - z[t] - v[t];
      gaps[t] = u[t] - k[t] - Xx[t] - s[t];
      squares += f[t] * u[t] * u[t];
    }
    for (let i = T; i < s.length; i++) gaps[i] = h[i - T] - Xx[i] - s[i];
    this.#curvedSize = largest(Px);
    this.#value = dot(q, x) + dot(chainCosts, chain) + dot(Px, x) / 2 + dot(c, u) + squares / 2;
    this.#valueSize = sizes(q, x) + sizes(chainCosts, chain) + dot(Px, x) + sizes(c, u) + squares +
      Object.values(this.#products).reduce((sum, products) => products.reduce((all, one) => all + one, sum), 0);
    if (chain.length > 0) this.#valueSize += VANISHING_DRAWDOWNS * largest(q, c, chainCosts) * largest(x, chain, u);
  }

  isFinite(): boolean {
    return Number.isFinite(this.#value) && Number.isFinite(this.complementarity);
  }

  /** The residuals and the gap as a share of the size of what they are made of, the largest. */
  get excess(): number {
    const { q, k, c, e, h } = this.#program, { x, u, z } = this.#at;
    const primalSize = largest(k, h, e, x, u);
    // What logarithms pull with is a part of the slopes, and all of them where nothing else costs.
    const pulled = this.#products.below === undefined ? 0 : largest(this.#at.onLower);
    const dualSize = Math.max(largest(q, c, z), pulled, this.#curvedSize);
    return Math.max(
      share(this.complementarity * this.#pairs, this.#valueSize),
      share(largest(this.#primal.e, this.#primal.s, this.#primal.below, this.#primal.above), primalSize),
      share(largest(this.#dual.x, this.#dual.chain, this.#dual.u), DUAL_SHARE * dualSize),
    );
  }

  /** Of the rows in the normal equations, the hinges' own variables eliminated. */
  weights(): Float64Array {
    const { k, f } = this.#program, { s, z, u, v } = this.#at;
    const weights = new Float64Array(s.length), T = k.length;
    for (let i = 0; i < s.length; i++) {
      const own = z[i] / s[i];
      weights[i] = own;
      if (i >= T) continue;
      const rest = f[i] + v[i] / u[i];
      weights[i] = own * rest / (own + rest);
    }
    return weights;
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
    const whole = new Float64Array(T), pulled = new Float64Array(T), force = new Float64Array(s.length);
    for (let t = 0; t < T; t++) {
      const own = z[t] / s[t], pull = rs[t] / s[t] - own * primal.s[t];
      whole[t] = f[t] + own + v[t] / u[t];
      pulled[t] = -dual.u[t] + ru[t] / u[t] + pull;
      force[t] = pull - own * pulled[t] / whole[t];
    }
    for (let i = T; i < s.length; i++) force[i] = rs[i] / s[i] - z[i] / s[i] * primal.s[i];
    const { x: back, chain: onChain } = this.#equations.transposedTimes(force);
    const onBounds = (j: number): number =>
      ratio(rl[j] - onLower[j] * primal.below[j], below[j]) - ratio(rh[j] - onUpper[j] * primal.above[j], above[j]);
    const { dx, dChain, dy } = this.#equations.solve(
      { x: back.map((sum, j) => onBounds(j) - dual.x[j] - sum), chain: onChain.map((sum, t) => -dual.chain[t] - sum) },
      primal.e,
    );
    const moved = this.#equations.times(dx, dChain);
    const du = whole, dv = pulled, ds = moved, dz = force;
    for (let t = 0; t < T; t++) {
      du[t] = (pulled[t] + z[t] / s[t] * moved[t]) / whole[t];
      dv[t] = (ru[t] - v[t] * du[t]) / u[t];
      ds[t] = du[t] - moved[t] + primal.s[t];
    }
    for (let i = T; i < s.length; i++) ds[i] = primal.s[i] - moved[i];
    for (let i = 0; i < s.length; i++) dz[i] = (rs[i] - z[i] * ds[i]) / s[i];
    const dBelow = below.map((slack, j) => slack > 0 ? dx[j] + primal.below[j] : 0);
    const dAbove = above.map((slack, j) => slack > 0 ? primal.above[j] - dx[j] : 0);
    return {
      x: dx,
      chain: dChain,
      y: dy,
      u: du,
      s: ds,
      z: dz,
      v: dv,
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
    for (const name of ["x", "chain", "u", "s", "below", "above"] as const) {
      add(this.#at[name], directions[name], primal);
    }
    for (const name of ["y", "z", "v", "onLower", "onUpper"] as const) add(this.#at[name], directions[name], dual);
  }

  answer(status: HingeAnswer["status"], iterations: number): HingeAnswer {
    const { x, chain, y, u, z, v, onLower, onUpper } = this.#at, T = this.#program.k.length;
    return {
      status,
      x: x.slice(),
      chain: chain.slice(),
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

function share(part: number, whole: number): number {
  return part === 0 ? 0 : part / whole;
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
  for (const vector of vectors) for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]));
  return most;
}

function addTransposed({ rows, columns, data }: HingeProgram["E"], y: Float64Array, to: Float64Array): void {
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) to[j] += y[i] * data[i * columns + j];
}
