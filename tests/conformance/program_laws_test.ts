/**
 * Tests laws that every optimising method obeys on random problems with random rules. Its solution is proven, keeps the
 * rules and is not worse than other allowed weights; it is the same in another unit of returns, and tiny changes of the
 * data change it little.
 */
import { loadKernels } from "../../src/kernels/mod.ts";
import { OPTIMISERS } from "../support/objectives.ts";
import { assertContinuous, assertOptimum, assertScaled } from "../support/program_laws.ts";
import { problemSeeds, testedCases } from "../support/tier.ts";

const PROBLEMS = 20;
const kernels = await loadKernels(null);

for (const method of testedCases(OPTIMISERS, { share: 8 })) {
  Deno.test(`${method} is proven optimal under random rules, and none of 1,000 random allowed weights is better`, () => {
    for (const seed of problemSeeds(PROBLEMS)) assertOptimum(method, seed, kernels);
  });
}

for (const method of testedCases(OPTIMISERS, { shift: 3, share: 8 })) {
  Deno.test(`${method} keeps its weights when returns change their unit, and its objective scales by its degree`, () => {
    for (const seed of problemSeeds(PROBLEMS)) assertScaled(method, seed, kernels);
  });
}

for (const method of testedCases(OPTIMISERS, { shift: 6, share: 8 })) {
  Deno.test(`a tiny change of the data changes the objective of ${method} only slightly`, () => {
    for (const seed of problemSeeds(PROBLEMS)) assertContinuous(method, seed, kernels);
  });
}
