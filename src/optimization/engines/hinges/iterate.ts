// Moves a point (x, u, slacks; y, multipliers) until slack · multiplier is 0, or the weight of the slack's logarithm.

import { dot } from "../../../domain/matrix.ts";
import type { HingeAnswer, HingeProgram } from "./hinge_program.ts";
import { boundWeights, newtonDirections, rowWeights } from "./newton_step.ts";
import type { NormalEquations } from "./normal_equations.ts";
import { type Directions, distanceOf, PAIRS, type Products, productsOf } from "./pairs.ts";
import { Residuals } from "./residuals.ts";
import { startOf } from "./start.ts";
import { startNear } from "./start_near.ts";

/**
 * A slack with a logarithm has a positive product with its multiplier at the optimum, its target. A step must leave
 * this share of the product, or of its target if that is smaller; a longer step is shortened by the factor `SHORTER`.
 */
const LEAST_PRODUCT = 0.1, SHORTER = 0.8;

/**
 * The point of the interior-point method. Slacks and multipliers are above 0, but both are 0 where a bound does not
 * exist. Residuals may have any size.
 */
export class HingeIterate {
  readonly #program: HingeProgram;
  readonly #equations: NormalEquations;
  readonly #at: Directions;
  readonly #residuals: Residuals;
  readonly #pairs: number;
  readonly #isCurved: boolean;
  /** The products of slacks and multipliers at an optimum, where they are not 0. */
  readonly #products: Products;

  constructor(program: HingeProgram, equations: NormalEquations, near: Float64Array | null) {
    [this.#program, this.#equations] = [program, equations];
    const products = this.#products = productsOf(program);
    const at = this.#at = (near && startNear(near, program, { products, equations })) ?? startOf(program, products);
    this.#residuals = new Residuals(program, equations, { at, products });
    this.#isCurved = program.f.some((one) => one > 0) || equations.hasSquares || program.logarithms !== undefined;
    this.#pairs = PAIRS.reduce((sum, [slack]) => sum + at[slack].filter((entry) => entry > 0).length, 0);
  }

  /**
   * The mean product of a slack and its multiplier. In a program with logarithms it is the mean distance from the
   * product at an optimum.
   */
  get complementarity(): number {
    return PAIRS.reduce((sum, [slack, on]) => {
      const products = this.#products[slack];
      if (products === undefined) return sum + dot(this.#at[slack], this.#at[on]);
      return sum + distanceOf(this.#at[slack], this.#at[on], products);
    }, 0) / this.#pairs;
  }

  /** Returns the complementarity at which the duality gap is this share of the size of the objective. */
  complementarityWithin(share: number): number {
    return share * this.#residuals.valueSize / this.#pairs;
  }

  /** Computes the residuals. */
  measure(): void {
    this.#residuals.measure(this.#at);
  }

  isFinite(): boolean {
    return Number.isFinite(this.#residuals.value) && Number.isFinite(this.complementarity);
  }

  /** The largest of the residuals and the gap, each relative to the size of its terms. */
  get excess(): number {
    return this.#residuals.excess(this.#at, this.complementarity * this.#pairs);
  }

  /**
   * Factors the normal equations at this point. Returns false if their matrix is not positive definite. Throws
   * `Stopped`.
   */
  factor(): boolean {
    return this.#equations.factor(rowWeights(this.#program, this.#at), boundWeights(this.#at));
  }

  /** Returns `newtonDirections` at this point, by the equations that `factor` has factored. */
  directions(predicted: Directions | null, target: number): Directions {
    return newtonDirections(
      {
        program: this.#program,
        equations: this.#equations,
        at: this.#at,
        residuals: this.#residuals,
        products: this.#products,
      },
      predicted,
      target,
    );
  }

  /** The longest steps that keep slacks and multipliers above 0. Both are equal where the objective is curved. */
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

  /**
   * Shortens a step until it leaves the share `LEAST_PRODUCT` of each product of a slack and its multiplier that is
   * positive at the optimum, because the slack has a logarithm.
   */
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

  /** Returns the complementarity after primal and dual steps, each at most 1. */
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

function longest(values: Float64Array, steps: Float64Array): number {
  let most = Infinity;
  for (let i = 0; i < values.length; i++) if (steps[i] < 0) most = Math.min(most, -values[i] / steps[i]);
  return most;
}

function add(to: Float64Array, step: Float64Array, by: number): void {
  for (let i = 0; i < to.length; i++) to[i] += by * step[i];
}
