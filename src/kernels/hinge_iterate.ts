import { dot, timesVector } from "../domain/matrix.ts";
import type { HingeAnswer, HingeProgram } from "./hinge_program.ts";
import type { NormalEquations } from "./normal_equations.ts";

/** Changes of all that an iterate holds, by its names. */
export interface Directions {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly u: Float64Array;
  /** Slacks of the hinges' rows and of the limits, of the lower and the upper bounds, and the multipliers of each. */
  readonly s: Float64Array;
  readonly z: Float64Array;
  readonly v: Float64Array;
  readonly below: Float64Array;
  readonly onLower: Float64Array;
  readonly above: Float64Array;
  readonly onUpper: Float64Array;
}

/** Of the tolerance: as weights part, the normal equations lose digits, which a polish of the answer wins back. */
const DUAL_SHARE = 10;

/** Slacks of a pair and their multipliers: what must become 0 in their product. */
type Pair = readonly [slack: keyof Directions, multiplier: keyof Directions];
const PAIRS: readonly Pair[] = [["s", "z"], ["u", "v"], ["below", "onLower"], ["above", "onUpper"]];

/** An interior point: slacks and multipliers above 0, both at 0 of bounds that do not exist; residuals of any size. */
export class HingeIterate {
  readonly #program: HingeProgram;
  readonly #equations: NormalEquations;
  readonly #at: Directions;
  readonly #pairs: number;
  readonly #isCurved: boolean;
  #dual: { x: Float64Array; u: Float64Array } = { x: new Float64Array(0), u: new Float64Array(0) };
  #primal: { e: Float64Array; s: Float64Array; below: Float64Array; above: Float64Array };
  #Xx: Float64Array;
  #value = 0;
  #valueSize = 0;

  constructor(program: HingeProgram, equations: NormalEquations) {
    [this.#program, this.#equations] = [program, equations];
    this.#at = startOf(program);
    this.#isCurved = program.f.some((one) => one > 0) || program.P.data.some((entry) => entry !== 0);
    this.#Xx = new Float64Array(this.#at.s.length);
    this.#primal = { e: new Float64Array(0), s: this.#Xx, below: this.#Xx, above: this.#Xx };
    this.#pairs = PAIRS.reduce((sum, [slack]) => sum + this.#at[slack].filter((entry) => entry > 0).length, 0);
  }

  /** The mean product of a slack and its multiplier. */
  get complementarity(): number {
    return PAIRS.reduce((sum, [slack, on]) => sum + dot(this.#at[slack], this.#at[on]), 0) / this.#pairs;
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
    this.#valueSize = sizes(q, x) + dot(Px, x) + sizes(c, u) + u.reduce((sum, one, t) => sum + f[t] * one * one, 0);
  }

  isFinite(): boolean {
    return Number.isFinite(this.#value) && Number.isFinite(this.complementarity);
  }

  /** Whether the residuals and the gap are within a share of the size of what they are made of. */
  isWithin(tolerance: number): boolean {
    const { q, k, c, e, h } = this.#program, { x, u, z } = this.#at;
    const primalSize = largest(k, h, e, x, u), dualSize = largest(q, c, z);
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
    const [rs, ru, rl, rh] = PAIRS.map(([slack, on]) => productsWanted(at, predicted, target, slack, on));
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
    const both = Math.min(primal, dual);
    return [both, both];
  }

  /** The mean product after steps of at most 1. */
  complementarityAfter(directions: Directions, primal: number, dual: number): number {
    const [p, d] = [Math.min(1, primal), Math.min(1, dual)];
    let sum = 0;
    for (const [slack, on] of PAIRS) {
      const [a, b, da, db] = [this.#at[slack], this.#at[on], directions[slack], directions[on]];
      for (let i = 0; i < a.length; i++) sum += (a[i] + p * da[i]) * (b[i] + d * db[i]);
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

/** x = 0, every slack at least as large as the offsets of the hinges, every hinge's cost shared by its multipliers. */
function startOf({ k, c, f, e, h, lower, upper }: HingeProgram): Directions {
  const n = lower.length;
  const size = k.reduce((sum, one) => sum + Math.abs(one), 0) / k.length || 1;
  const u = k.map((one) => Math.max(one, 0) + size);
  const half = u.map((one, t) => (c[t] + f[t] * one) / 2);
  const s = new Float64Array(k.length + h.length), z = new Float64Array(s.length);
  u.forEach((one, t) => [s[t], z[t]] = [one - k[t], half[t]]);
  const product = half.reduce((sum, one, t) => sum + one * u[t], 0) / k.length;
  h.forEach((limit, i) => {
    s[k.length + i] = Math.max(limit, size);
    z[k.length + i] = product / s[k.length + i];
  });
  const room = Float64Array.from(lower, (low, j) => Math.min(1, Math.max((upper[j] - low) / 2, size / n)));
  const below = lower.map((low, j) => low > -Infinity ? Math.max(-low, room[j] / 2) : 0);
  const above = upper.map((high, j) => high < Infinity ? Math.max(high, room[j] / 2) : 0);
  return {
    x: new Float64Array(n),
    y: new Float64Array(e.length),
    u,
    s,
    z,
    v: half.slice(),
    below,
    onLower: below.map((slack) => ratio(product, slack)),
    above,
    onUpper: above.map((slack) => ratio(product, slack)),
  };
}

function productsWanted(
  at: Directions,
  predicted: Directions | null,
  target: number,
  slack: keyof Directions,
  on: keyof Directions,
): Float64Array {
  return at[slack].map((one, i) =>
    one === 0 ? 0 : target - one * at[on][i] - (predicted === null ? 0 : predicted[slack][i] * predicted[on][i])
  );
}

function longest(values: Float64Array, steps: Float64Array): number {
  let most = Infinity;
  for (let i = 0; i < values.length; i++) if (steps[i] < 0) most = Math.min(most, -values[i] / steps[i]);
  return most;
}

function add(to: Float64Array, step: Float64Array, by: number): void {
  for (let i = 0; i < to.length; i++) to[i] += by * step[i];
}

/** 0 where there is no bound. */
function ratio(part: number, slack: number): number {
  return slack === 0 ? 0 : part / slack;
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
