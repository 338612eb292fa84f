import type { Program } from "./program.ts";

/**
 * The reduced costs P x + q - C'z, from a given product P x, for the objective ½ x'Px + q'x and rows C x + c with
 * multipliers z.
 */
export function reducedCostsAt(program: Program, Px: Float64Array, z: Float64Array): Float64Array {
  const { rows, linear } = program;
  const costs = new Float64Array(program.size);
  for (let j = 0; j < costs.length; j++) costs[j] = Px[j] + linear[j];
  rows.addTransposed(z, costs, { factor: -1 });
  return costs;
}
