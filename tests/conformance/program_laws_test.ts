/**
 * Laws of every method that solves a program, on random problems under random rules: proven, within the rules, not
 * worse than other weights that keep them, the same in another unit, and hardly another where the data hardly are.
 */
import { loadKernels } from "../../src/kernels/mod.ts";
import { OPTIMISERS } from "../support/objectives.ts";
import { assertContinuous, assertOptimum, assertScaled } from "../support/program_laws.ts";

const PROBLEMS = 20;
const kernels = await loadKernels(null);

for (const method of OPTIMISERS) {
  Deno.test(`${method} is proven within random rules, and none of 1,000 random weights that keep them is better`, () => {
    for (let seed = 1; seed <= PROBLEMS; seed++) assertOptimum(method, seed, kernels);
  });

  Deno.test(`${method} has the same weights, and its objective by its degree, where returns stand in another unit`, () => {
    for (let seed = 1; seed <= PROBLEMS; seed++) assertScaled(method, seed, kernels);
  });

  Deno.test(`${method} has hardly another objective where the data are hardly others`, () => {
    for (let seed = 1; seed <= PROBLEMS; seed++) assertContinuous(method, seed, kernels);
  });
}
