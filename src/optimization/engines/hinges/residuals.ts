// Computes P x + q + X'z + E'y - onLower + onUpper, c + f u - z - v, e - E x, u - R x - k - s and h - G x - s, which
// are all 0 at an optimum. The letters are those of `HingeProgram` and `Directions`.

import { dot, maximumNorm, timesVector } from "../../../domain/matrix.ts";
import { VANISHING_DRAWDOWNS } from "../accuracy.ts";
import type { HingeProgram } from "./hinge_program.ts";
import type { NormalEquations } from "./normal_equations.ts";
import type { Directions, Products } from "./pairs.ts";

/**
 * Factor on the tolerance of dual residuals. The normal equations lose digits towards the end, which a polish of the
 * answer restores.
 */
const DUAL_SHARE = 10;

/**
 * The residuals of a point in the conditions of optimality, where X has the rows R and below them G. The variables of
 * a chain have the same conditions as x, without bounds. `measure` computes all of them again.
 */
export class Residuals {
  readonly dual: Pick<Directions, "x" | "chain" | "u">;
  readonly primal: Pick<Directions, "s" | "below" | "above"> & { readonly e: Float64Array };
  readonly #program: HingeProgram;
  readonly #equations: NormalEquations;
  readonly #products: Products;
  readonly #chainCosts: Float64Array;
  #value = 0;
  #valueSize = 0;
  /** The largest entry of P x. */
  #curvedSize = 0;

  /**
   * Allocates the residuals of points with the sizes of `at`. `products` are the products of slacks and multipliers at
   * an optimum.
   */
  constructor(
    program: HingeProgram,
    equations: NormalEquations,
    { at, products }: { readonly at: Directions; readonly products: Products },
  ) {
    [this.#program, this.#equations, this.#products] = [program, equations, products];
    const zeros = (like: ArrayLike<number>): Float64Array => new Float64Array(like.length), { x, chain, u, s } = at;
    this.#chainCosts = program.chain?.costs ?? new Float64Array(0);
    this.dual = { x: zeros(x), chain: zeros(chain), u: zeros(u) };
    this.primal = { e: zeros(program.e), s: zeros(s), below: zeros(x), above: zeros(x) };
  }

  /** The objective, without logarithms. */
  get value(): number {
    return this.#value;
  }

  /** The sum of the sizes of the objective's terms. */
  get valueSize(): number {
    return this.#valueSize;
  }

  measure({ x, chain, y, u, s, z, v, below, onLower, above, onUpper }: Directions): void {
    const { q, k, c, f, E, e, h, lower, upper } = this.#program, chainCosts = this.#chainCosts;
    const Xx = this.#equations.times(x, chain);
    const Px = this.#equations.timesSquares(x), { x: costs, chain: onChain } = this.#equations.transposedTimes(z);
    const Ex = timesVector(E, x);
    addTransposed(E, y, costs);
    const { x: slopes, chain: ofChain, u: ofHinges } = this.dual,
      { e: missed, s: gaps, below: under, above: over } = this.primal;
    for (let j = 0; j < x.length; j++) {
      slopes[j] = Px[j] + q[j] + costs[j] - onLower[j] + onUpper[j];
      under[j] = lower[j] > -Infinity ? x[j] - lower[j] - below[j] : 0;
      over[j] = upper[j] < Infinity ? upper[j] - x[j] - above[j] : 0;
    }
    for (let t = 0; t < chain.length; t++) ofChain[t] = chainCosts[t] + onChain[t];
    for (let i = 0; i < e.length; i++) missed[i] = e[i] - Ex[i];
    const T = k.length;
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

  /** Returns the largest of the residuals and a duality gap, each relative to the size of its terms. */
  excess({ x, u, z, onLower }: Directions, gap: number): number {
    const { q, k, c, e, h } = this.#program;
    const primalSize = largest(k, h, e, x, u);
    // The multipliers of logarithms are part of the gradient, and the whole gradient if the objective has no other
    // terms.
    const pulled = this.#products.below === undefined ? 0 : largest(onLower);
    const dualSize = Math.max(largest(q, c, z), pulled, this.#curvedSize);
    return Math.max(
      share(gap, this.#valueSize),
      share(largest(this.primal.e, this.primal.s, this.primal.below, this.primal.above), primalSize),
      share(largest(this.dual.x, this.dual.chain, this.dual.u), DUAL_SHARE * dualSize),
    );
  }
}

function share(part: number, whole: number): number {
  return part === 0 ? 0 : part / whole;
}

function sizes(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] * b[i]);
  return sum;
}

function largest(...vectors: readonly Float64Array[]): number {
  return Math.max(...vectors.map((vector) => maximumNorm(vector)));
}

function addTransposed({ rows, columns, data }: HingeProgram["E"], y: Float64Array, to: Float64Array): void {
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) to[j] += y[i] * data[i * columns + j];
}
