import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { marketOfMoments, problemOf } from "../../../tests/support/sample_problem.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { findConflict, locateConflict } from "./find_conflict.ts";

const kernels = await loadKernels(null);
const N = 8;
const market = marketOfMoments(
  Array.from({ length: N }, (_, i) => 0.001 * i),
  Array.from({ length: N }, (_, i) => Array.from({ length: N }, (_, j) => i === j ? 0.001 : 0)),
);

interface Linear {
  readonly name: string;
  readonly coefficients: Readonly<Record<string, number>>;
  readonly min?: number;
  readonly max?: number;
}

/** Two rules on a weight that cannot be met together. */
function pair(asset: number): readonly Linear[] {
  const coefficients = { [market.assets[asset]]: 1 };
  return [{ name: `low ${asset}`, coefficients, max: 0.01 }, { name: `high ${asset}`, coefficients, min: 0.02 }];
}

function conflictsOf(constraints: Readonly<Record<string, unknown>>): readonly (readonly string[])[] {
  const located = locateConflict(problemOf(market, { constraints }), kernels);
  if (located === null) return [];
  return [located.rules, ...located.others].map((rules) => rules.map(({ rule, family }) => rule ?? family));
}

Deno.test("conflicts without a common rule are found one after the other, four at most, each of them irreducible", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: N - 1 }), { minLength: 1, maxLength: 6 }), (assets) => {
      const linear = assets.flatMap(pair).toSorted((a, b) => a.name.localeCompare(b.name));
      const found = conflictsOf({ linear });
      assert.equal(found.length, Math.min(4, assets.length));
      const names = found.flat();
      assert.equal(new Set(names).size, names.length);
      for (const [one, other] of found) assert.equal(one.split(" ")[1], other.split(" ")[1]);
      for (const rules of found) {
        assert.equal(rules.length, 2);
        assert.notEqual(findConflict(withOnly(linear, rules), kernels), null);
      }
    }),
    { numRuns: problemCount(30) },
  );
});

function withOnly(linear: readonly Linear[], names: readonly string[]): ReturnType<typeof problemOf> {
  return problemOf(market, { constraints: { linear: linear.filter(({ name }) => names.includes(name)) } });
}

Deno.test("a further conflict may share the budget with the first one, but no other rule", () => {
  const all = Object.fromEntries(market.assets.map((asset) => [asset, 1]));
  const apart = [{ name: "little", coefficients: all, max: 0.5 }, { name: "much", coefficients: all, min: 2 }];
  assert.deepEqual(conflictsOf({ linear: apart }), [["budget", "little"], ["budget", "much"]]);
  const shared = [...pair(0), { ...pair(0)[1], name: "higher" }];
  assert.equal(conflictsOf({ linear: shared }).length, 1);
});

Deno.test("a conflict of budget and nonnegative weights has no further conflict beside it", () => {
  assert.equal(conflictsOf({ budget: { min: -2, max: -1 } }).length, 1);
});
