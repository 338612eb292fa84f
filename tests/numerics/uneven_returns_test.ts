import assert from "node:assert/strict";
import { matrix } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { SENSE } from "../support/objectives.ts";
import { optimises } from "../support/sent_methods.ts";
import { type Market, marketOf, problemOf, randomNumbers, solveBy } from "../support/sample_problem.ts";
import { problemSeeds, testedCases } from "../support/tier.ts";

const kernels = await loadKernels(null);

/** Relative tolerance of an objective value that a proof allows. */
const PROVEN = 1e-7;

/**
 * Returns a market with random returns of about 1 % a period and one return of size `jump` in the last asset, and the
 * same market without that asset.
 */
function marketWithJump(seed: number, jump: number): { readonly whole: Market; readonly calm: Market } {
  const random = randomNumbers(seed);
  const n = 4 + Math.floor(10 * random()), T = 20 + Math.floor(100 * random());
  const returns = matrix(T, n).data.map(() => 0.02 * (random() + random() + random() - 1.5));
  const at = Math.floor(T * random());
  returns[at * n + n - 1] = jump;
  const calm = returns.filter((_, k) => k % n < n - 1);
  return { whole: marketOf(matrix(T, n, returns)), calm: marketOf(matrix(T, n - 1, calm)) };
}

/** Optimising methods that need a history, because their objective depends on single rows of returns. */
const OF_HISTORY = [...METHODS].filter((method) => {
  const parsed = method.parameters.safeParse({});
  return optimises(method) && parsed.success && method.needs(parsed.data).history;
});

for (const { id } of testedCases(OF_HISTORY, { share: 8 })) {
  Deno.test(`${id} on returns with one outlier of 10 to 10,000 is proven, and no worse than without that asset`, () => {
    for (const k of problemSeeds(24)) {
      const seed = k - 1;
      const { whole, calm } = marketWithJump(seed, 10 ** (1 + seed % 4));
      const { status, objective } = solveBy(id, problemOf(whole), { kernels });
      const without = solveBy(id, problemOf(calm), { kernels }).objective;
      assert.equal(status, "optimal", `${seed}`);
      assert.ok(objective && without);
      const [own, others] = [objective, without].map(({ value }) => SENSE[id] === "max" ? -value : value);
      assert.ok(own <= others + PROVEN * Math.abs(others), `${seed}: ${objective.value}, ${without.value}`);
    }
  });
}

Deno.test("at least three optimisers depend on single rows of returns", () => assert.ok(OF_HISTORY.length >= 3));

Deno.test("min_semideviation keeps the rules where the optimum holds less than 1e-8 of an asset, and says so if unproven", () => {
  let told = 0;
  for (let seed = 0; seed < 24; seed++) {
    const { whole } = marketWithJump(seed, 1e6);
    const { status, detail, weights } = solveBy("min_semideviation", problemOf(whole), { kernels });
    assert.ok(weights, `${seed}: ${detail}`);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    assert.ok(Math.abs(sum - 1) <= 1e-9 && weights.every((weight) => weight === 0 || weight >= 1e-8), `${seed}`);
    if (status === "optimal") continue;
    const [last] = whole.assets.slice(-1);
    assert.ok(detail?.includes(`hold less than 1e-8 of ${last}, which counts as 0`), `${detail}`);
    told++;
  }
  assert.ok(told > 0);
});
