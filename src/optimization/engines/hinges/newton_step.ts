// Computes a step of Newton's method for the conditions of optimality (residuals.ts) with slack · multiplier = target,
// reduced to the normal equations S dx + E'dy = a, E dx = b (normal_equations.ts).

import type { HingeProgram } from "./hinge_program.ts";
import type { NormalEquations } from "./normal_equations.ts";
import { type Directions, PAIRS, type Products, productsWanted, ratio } from "./pairs.ts";
import type { Residuals } from "./residuals.ts";

/** A point, its residuals, and the normal equations that were factored there. */
export interface Linearized {
  readonly program: HingeProgram;
  readonly equations: NormalEquations;
  readonly at: Directions;
  readonly residuals: Residuals;
  readonly products: Products;
}

/**
 * Returns the diagonal W of the normal equations, in the letters of `Directions`. The weight of a limit is z / s. The
 * weight of a hinge, whose variable u is eliminated, is (z / s) (f + v / u) / (z / s + f + v / u).
 */
export function rowWeights({ k, f }: HingeProgram, { s, z, u, v }: Directions): Float64Array {
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

/** Returns the diagonal D of the normal equations: onLower / below + onUpper / above for each variable. */
export function boundWeights({ below, onLower, above, onUpper }: Directions): Float64Array {
  return below.map((slack, j) => ratio(onLower[j], slack) + ratio(onUpper[j], above[j]));
}

/**
 * Returns Newton's directions towards products of slacks and multipliers at `target`. Given the `predicted`
 * directions, it corrects for their products, which Newton's method neglects. The equations must be factored for the
 * weights of the point.
 */
export function newtonDirections(
  { program: { k, f }, equations, at, residuals: { primal, dual }, products }: Linearized,
  predicted: Directions | null,
  target: number,
): Directions {
  const { s, z, u, v, below, onLower, above, onUpper } = at;
  const [rs, ru, rl, rh] = PAIRS.map((pair) =>
    productsWanted(at, predicted, { target, pair, products: products[pair[0]] })
  );
  const T = k.length;
  const whole = new Float64Array(T), pulled = new Float64Array(T), force = new Float64Array(s.length);
  for (let t = 0; t < T; t++) {
    const own = z[t] / s[t], pull = rs[t] / s[t] - own * primal.s[t];
    whole[t] = f[t] + own + v[t] / u[t];
    pulled[t] = -dual.u[t] + ru[t] / u[t] + pull;
    force[t] = pull - own * pulled[t] / whole[t];
  }
  for (let i = T; i < s.length; i++) force[i] = rs[i] / s[i] - z[i] / s[i] * primal.s[i];
  const { x: back, chain: onChain } = equations.transposedTimes(force);
  const onBounds = (j: number): number =>
    ratio(rl[j] - onLower[j] * primal.below[j], below[j]) - ratio(rh[j] - onUpper[j] * primal.above[j], above[j]);
  const { dx, dChain, dy } = equations.solve(
    { x: back.map((sum, j) => onBounds(j) - dual.x[j] - sum), chain: onChain.map((sum, t) => -dual.chain[t] - sum) },
    primal.e,
  );
  const moved = equations.times(dx, dChain);
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
