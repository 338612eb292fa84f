// The interior-point method asks of every inequality that slack · multiplier = target.

import type { HingeProgram } from "./hinge_program.ts";

/**
 * The entries of a point of the interior-point method, or their changes in a step: the variables x, those of a chain,
 * the multipliers y of equalities, the hinges u, and the slacks and multipliers of inequalities.
 */
export interface Directions {
  readonly x: Float64Array;
  readonly chain: Float64Array;
  readonly y: Float64Array;
  readonly u: Float64Array;
  /**
   * Slacks and multipliers: s and z of the rows of hinges and limits, u itself and v of u ≥ 0, `below` and `onLower` of
   * lower bounds, `above` and `onUpper` of upper bounds.
   */
  readonly s: Float64Array;
  readonly z: Float64Array;
  readonly v: Float64Array;
  readonly below: Float64Array;
  readonly onLower: Float64Array;
  readonly above: Float64Array;
  readonly onUpper: Float64Array;
}

/** The names of a vector of slacks and of the vector of its multipliers. */
export type Pair = readonly [slack: keyof Directions, multiplier: keyof Directions];
/** All inequalities: rows of hinges and limits, u ≥ 0, lower bounds and upper bounds. */
export const PAIRS: readonly Pair[] = [["s", "z"], ["u", "v"], ["below", "onLower"], ["above", "onUpper"]];

/** Products of slacks and multipliers at an optimum, by the name of the slacks; 0 where absent. */
export type Products = Partial<Record<keyof Directions, Float64Array>>;

/** Returns the products of slacks and multipliers at an optimum: the weights of logarithms, and 0 for hinges. */
export function productsOf({ k, logarithms }: HingeProgram): Products {
  if (logarithms === undefined) return {};
  const s = new Float64Array(k.length + logarithms.rows.length);
  s.set(logarithms.rows, k.length);
  return { s, below: logarithms.lower };
}

/** Returns part / slack, or 0 where the slack is 0 because there is no bound. */
export function ratio(part: number, slack: number): number {
  return slack === 0 ? 0 : part / slack;
}

/**
 * Returns by how much each product of a slack and its multiplier must change to be at its target, which is its value of
 * `products` if that is not 0, else `target`. Subtracts the products of the predicted directions, which Newton's method
 * neglects.
 */
export function productsWanted(
  at: Directions,
  predicted: Directions | null,
  { target, pair: [slack, on], products }: {
    readonly target: number;
    readonly pair: Pair;
    readonly products: Float64Array | undefined;
  },
): Float64Array {
  const [a, b] = [at[slack], at[on]], wanted = new Float64Array(a.length);
  const [da, db] = [predicted?.[slack], predicted?.[on]];
  for (let i = 0; i < a.length; i++) {
    if (a[i] === 0) continue;
    wanted[i] = (products?.[i] || target) - a[i] * b[i] -
      (da === undefined || db === undefined ? 0 : da[i] * db[i]);
  }
  return wanted;
}

/** Returns Σ |a b - products| for slacks a and their multipliers b. */
export function distanceOf(a: Float64Array, b: Float64Array, products: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] * b[i] - products[i]);
  return sum;
}
