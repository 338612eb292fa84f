// Computes a first point with x = 0, u - k = s > 0 and z = v = (c + f u) / 2, in the letters of `HingeProgram` and
// `Directions`.

import type { HingeProgram } from "./hinge_program.ts";
import { type Directions, type Products, ratio } from "./pairs.ts";

/**
 * Returns a first point with x = 0. The slack of each row is at least the mean |k|, the two multipliers of a hinge
 * share its cost equally, and the product of a multiplier and a slack with a logarithm has its value of the optimum.
 */
export function startOf(
  { k, c, f, e, h, lower, upper, chain }: HingeProgram,
  products: Products,
): Directions {
  const n = lower.length;
  const size = k.reduce((sum, one) => sum + Math.abs(one), 0) / k.length || 1;
  const u = k.map((one) => Math.max(one, 0) + size);
  const half = u.map((one, t) => (c[t] + f[t] * one) / 2);
  const s = new Float64Array(k.length + h.length), z = new Float64Array(s.length);
  u.forEach((one, t) => [s[t], z[t]] = [one - k[t], half[t]]);
  const product = k.length === 0 ? 1 : half.reduce((sum, one, t) => sum + one * u[t], 0) / k.length;
  h.forEach((limit, i) => {
    s[k.length + i] = Math.max(limit, size);
    z[k.length + i] = (products.s?.[k.length + i] || product) / s[k.length + i];
  });
  const room = Float64Array.from(lower, (low, j) => Math.min(1, Math.max((upper[j] - low) / 2, size / n)));
  const below = lower.map((low, j) => low > -Infinity ? Math.max(-low, room[j] / 2) : 0);
  const above = upper.map((high, j) => high < Infinity ? Math.max(high, room[j] / 2) : 0);
  return {
    x: new Float64Array(n),
    chain: new Float64Array(chain?.costs.length ?? 0),
    y: new Float64Array(e.length),
    u,
    s,
    z,
    v: half.slice(),
    below,
    onLower: below.map((slack, j) => ratio(products.below?.[j] || product, slack)),
    above,
    onUpper: above.map((slack) => ratio(product, slack)),
  };
}
