import type { HingeProgram } from "./hinge_program.ts";

/** Changes of all that an iterate holds, by its names. */
export interface Directions {
  readonly x: Float64Array;
  readonly chain: Float64Array;
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

/** Slacks of a pair and their multipliers, whose products must become 0, or the weights of their logarithms. */
export type Pair = readonly [slack: keyof Directions, multiplier: keyof Directions];
export const PAIRS: readonly Pair[] = [["s", "z"], ["u", "v"], ["below", "onLower"], ["above", "onUpper"]];

/** What the products of pairs come to at an optimum, by their slacks; 0 where absent. */
export type Products = Partial<Record<keyof Directions, Float64Array>>;

/** The products of a program: the weights of its logarithms, of which hinges have none. */
export function productsOf({ k, logarithms }: HingeProgram): Products {
  if (logarithms === undefined) return {};
  const s = new Float64Array(k.length + logarithms.rows.length);
  s.set(logarithms.rows, k.length);
  return { s, below: logarithms.lower };
}

/** 0 where there is no bound. */
export function ratio(part: number, slack: number): number {
  return slack === 0 ? 0 : part / slack;
}

/** What directions are to make of the products of a pair, less what predicted ones add. */
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

/** Σ |a b - products|. */
export function distanceOf(a: Float64Array, b: Float64Array, products: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] * b[i] - products[i]);
  return sum;
}
