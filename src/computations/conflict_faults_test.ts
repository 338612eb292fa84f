import assert from "node:assert/strict";
import { marketOfMoments, problemOf } from "../../tests/support/sample_problem.ts";
import { assetId } from "../domain/asset.ts";
import type { Conflict } from "../domain/errors.ts";
import { loadKernels } from "../kernels/mod.ts";
import { locateConflict } from "../optimization/conflict/find_conflict.ts";
import { conflictFaults, detailOfConflict } from "./conflict_faults.ts";

const CONSTRAINTS = {
  weight_bounds: { max: 0.1, assets: { A: { max: 0.2 } } },
  groups: { map: { A: "x" }, rules: [{ group: "y", max: 1 }, { group: "x", max: 1 }] },
  linear: [{ name: "pair", coefficients: { A: 1 }, max: 0.1 }],
  locked: ["B", "A"],
  turnover: { max: 0.1 },
  exposure: { short: true, gross_max: 1 },
};

/** Test cases: constraint family and rule of a conflict, and the expected JSON pointer. */
const CASES: readonly (readonly [string, string | null, string])[] = [
  ["weight_bounds", "A", "/c/weight_bounds/assets/A"],
  ["weight_bounds", "B", "/c/weight_bounds"],
  ["groups", "x", "/c/groups/rules/1"],
  ["linear", "pair", "/c/linear/0"],
  ["locked", "A", "/c/locked/1"],
  ["turnover", null, "/c/turnover"],
  ["exposure", "gross_max", "/c/exposure/gross_max"],
  ["budget", null, "/c"],
];

for (const [family, rule, pointer] of CASES) {
  Deno.test(`the fault of a conflicting rule points to where the rule was sent: ${family} ${rule}`, () => {
    const conflict = { rules: [{ family, rule, detail: "Too much", isGeneral: false }], others: [] };
    assert.deepEqual(conflictFaults(conflict, CONSTRAINTS, "/c"), [{ pointer, detail: "Too much" }]);
  });
}

Deno.test("the detail of a conflict says where its rules were not found", () => {
  const detailOf = (rules: Conflict["rules"]) => detailOfConflict({ conflict: { rules, minimum: false }, others: [] });
  assert.match(detailOf([]), /too many to find the ones that conflict/);
  assert.equal(
    detailOf([{ family: "turnover", rule: null, detail: "" }]),
    "Cannot meet all the constraints together",
  );
});

Deno.test("the fault of a group points to its own one of several classifications", () => {
  const groups = [
    { name: "sector", map: {}, rules: [{ group: "x", max: 1 }] },
    { name: "country", map: {}, rules: [{ group: "y", max: 1 }, { group: "x", max: 1 }] },
  ];
  const conflict = { rules: [{ family: "groups", rule: "country/x", detail: "", isGeneral: false }], others: [] };
  assert.equal(conflictFaults(conflict, { groups }, "")[0].pointer, "/groups/1/rules/1");
});

for (const name of ["default", "constructor", "toString"]) {
  Deno.test(`faults of an asset called ${name} and of the general limits each point to where they were sent`, async () => {
    const kernels = await loadKernels(null);
    const assets = [name, "B", "C"].map((asset) => assetId(asset));
    const market = { ...marketOfMoments([0.1, 0.1, 0.1], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]), assets };
    const pointersOf = (constraints: Readonly<Record<string, unknown>>) => {
      const located = locateConflict(problemOf(market, { constraints }), kernels);
      assert.ok(located);
      const told = located.conflict.rules;
      assert.ok(told.every((rule) => !("isGeneral" in rule)));
      const faults = conflictFaults(located, constraints, "/c");
      return told.map(({ rule }, i) => [rule, faults[i].pointer, faults[i].detail]).filter(([rule]) => rule !== null);
    };
    const own = `/c/weight_bounds/assets/${name}`;
    assert.deepEqual(pointersOf({ weight_bounds: { max: 0.2, assets: { [name]: { max: 0.3 } } } }), [
      ["default", "/c/weight_bounds", "Weight of at most 0.2"],
      [name, own, "Weight between 0 and 0.3"],
    ]);
    const linear = [{ name: "pair", coefficients: {}, min: 0 }, {
      name: "default",
      coefficients: { [name]: 1 },
      min: 0.5,
    }];
    assert.deepEqual(pointersOf({ weight_bounds: { max: 0.9, assets: { [name]: { max: 0.1 } } }, linear }), [
      [name, own, "Weight between 0 and 0.1"],
      ["default", "/c/linear/1", '"default" of at least 0.5'],
    ]);
  });
}

Deno.test("a rule that is part of several further conflicts is reported once", () => {
  const rule = (family: string, name: string | null) => ({ family, rule: name, detail: "Too much", isGeneral: false });
  const others = ["pair", "other"].map((name) => [rule("linear", name), rule("budget", null)]);
  const faults = conflictFaults({ rules: [rule("groups", "x")], others }, CONSTRAINTS, "/c");
  assert.deepEqual(faults.filter(({ pointer }) => pointer === "/c"), [
    { pointer: "/c", detail: "Too much, part of another conflict" },
  ]);
});
