import assert from "node:assert/strict";
import type { Conflict } from "../../domain/errors.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { marketOfMoments, problemOf, type Rules } from "../../../tests/support/sample_problem.ts";
import { findConflict } from "./find_conflict.ts";

const kernels = await loadKernels(null);

/** Five uncorrelated assets. */
const market = marketOfMoments(
  [0.05, 0.1, 0.15, 0.2, 0.1].map((annual) => annual / 52),
  [0, 1, 2, 3, 4].map((i) => [0, 1, 2, 3, 4].map((j) => i === j ? 0.001 : 0)),
);
const [A0, A1, A2, A3, A4] = market.assets;
const MAP = { [A0]: "a", [A1]: "a", [A2]: "b", [A3]: "b", [A4]: "b" };

function conflictOf(
  constraints: Record<string, unknown>,
  { work, ...rules }: Omit<Rules, "constraints"> & { work?: number } = {},
): Conflict | null {
  const options = work === undefined ? {} : { work };
  return findConflict(problemOf(market, { ...rules, constraints }), kernels, options);
}

/** The rules of a conflict as family and rule, and its relaxations as family, limit and what it would have to be. */
function told(conflict: Conflict | null): { rules: string[]; relaxed: unknown[]; joint: unknown[] } {
  const relaxed = (of: Conflict["relaxation"] = []) => of.map(({ family, limit, to }) => `${family} ${limit} ${to}`);
  return {
    rules: (conflict?.rules ?? []).map(({ family, rule }) => `${family} ${rule}`),
    relaxed: relaxed(conflict?.relaxation),
    joint: relaxed(conflict?.jointRelaxation),
  };
}

Deno.test("counts of positions and minimum sizes that can be met have no conflict", () => {
  assert.equal(conflictOf({ cardinality: { max: 4 }, weight_bounds: { max: 0.25 } }), null);
  assert.equal(conflictOf({ cardinality: { min: 5 }, min_position: 0.2 }), null);
  const counted = { groups: { map: MAP, rules: [] }, cardinality: { max: 3, groups: [{ group: "b", min: 3 }] } };
  assert.equal(conflictOf(counted), null);
});

Deno.test("a maximum count too small for the largest weights conflicts with them, and each limit gets a sufficient change", () => {
  const conflict = conflictOf({
    cardinality: { max: 3 },
    weight_bounds: { max: 0.3 },
    linear: [{ name: "harmless", coefficients: { [A0]: 1 }, max: 0.2 }],
  });
  assert.equal(conflict?.minimum, true);
  assert.deepEqual(told(conflict), {
    rules: ["budget null", "weight_bounds default", "cardinality null"],
    relaxed: [
      "budget min 0.9",
      "budget max null",
      "weight_bounds max 0.3333333333",
      "cardinality max 4",
    ],
    joint: ["weight_bounds max 0.3333333333"],
  });
});

Deno.test("a minimum count conflicts with a minimum size, and each limit gets the change that would be enough", () => {
  const conflict = conflictOf({ cardinality: { min: 4 }, min_position: 0.3 });
  assert.equal(conflict?.minimum, true);
  const { rules, relaxed } = told(conflict);
  // With short selling they could be kept.
  assert.deepEqual(rules, ["budget null", "weight_bounds default", "cardinality null", "min_position null"]);
  const changes = ["budget min null", "budget max 1.2", "weight_bounds min null", "cardinality min 3"];
  assert.deepEqual(relaxed, [...changes, "min_position min 0.25"]);
});

Deno.test("counts of a group and of all assets that exclude one another conflict without budget or weight bounds", () => {
  const conflict = conflictOf({
    groups: { map: MAP, rules: [{ group: "a", min: 0.1 }] },
    cardinality: { max: 2, groups: [{ group: "b", min: 2 }] },
  });
  assert.equal(conflict?.minimum, true);
  const { rules, relaxed, joint } = told(conflict);
  assert.deepEqual(rules, ["groups a", "cardinality null", "cardinality b"]);
  assert.deepEqual(relaxed, ["groups min 0", "cardinality max 3", "cardinality min 1"]);
  assert.deepEqual(joint, ["groups min 0"]);
});

Deno.test("a locked weight below the minimum size conflicts with it", () => {
  const rules = { startingPortfolio: { [A0]: 0.01, [A1]: 0.99 } };
  const conflict = conflictOf({ locked: [A0], min_position: 0.05 }, rules);
  assert.equal(conflict?.minimum, true);
  assert.deepEqual(told(conflict).rules.toSorted(), [`locked null`, "min_position null"]);
  assert.deepEqual(told(conflict).relaxed, ["min_position min 0.01"]);
});

Deno.test("with little work a conflict is not called smallest, and the same work finds the same conflict", () => {
  const constraints = {
    cardinality: { max: 2, groups: [{ group: "a", min: 1 }] },
    groups: { map: MAP, rules: [{ group: "b", min: 0.7 }] },
    weight_bounds: { max: 0.4 },
  };
  const byWork = [1, 1e3, 1e5, 1e7].map((work) => conflictOf(constraints, { work }));
  assert.equal(byWork[0]?.minimum, false);
  assert.deepEqual([1, 1e3, 1e5, 1e7].map((work) => conflictOf(constraints, { work })), byWork);
});
