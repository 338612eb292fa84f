import assert from "node:assert/strict";
import { countedReads } from "../../../tests/support/counted_reads.ts";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { groups } from "./groups.ts";

const CONTEXT = {
  assets: namesOf(3),
  hasStartingPortfolio: false,
  hasBenchmark: false,
  hasHistory: true,
  short: false,
};
const pointers = (rules: unknown) =>
  (groups.check?.(groups.rules.parse(rules), CONTEXT) ?? []).map(({ pointer }) => pointer);
const map = { A0: "x", A1: "x", A2: "y" };

Deno.test("groups of the map with one rule each have no fault", () => {
  assert.deepEqual(pointers({ map, rules: [{ group: "x", max: 0.5 }, { group: "y", min: 0.1 }] }), []);
});

Deno.test("an asset outside the run, an empty group and a second rule on a group are faults at their pointers", () => {
  const rules = [{ group: "x", max: 0.5 }, { group: "z", max: 0.5 }, { group: "x", min: 0.1 }];
  assert.deepEqual(pointers({ map: { ...map, B: "x" }, rules }), ["/map/B", "/rules/1/group", "/rules/2/group"]);
});

Deno.test("classifications in a list need unique names", () => {
  const rules = [{ group: "x", max: 0.5 }];
  assert.deepEqual(pointers([{ map, rules }]), ["/0/name"]);
  assert.deepEqual(pointers([{ name: "a", map, rules }, { name: "a", map, rules }]), ["/1/name"]);
  assert.deepEqual(pointers([{ name: "a", map, rules: [{ group: "q", max: 1 }] }]), ["/0/rules/0/group"]);
});

Deno.test("two classifications that give groups the same full name are a fault at the name of the later one", () => {
  const first = { name: "a", map: { A0: "b/c", A1: "z" }, rules: [{ group: "b/c", max: 0.1 }] };
  const later = { name: "a/b", map: { A2: "c" }, rules: [{ group: "c", max: 0.2 }] };
  assert.deepEqual(pointers([first, later]), ["/1/name"]);
  assert.deepEqual(pointers([first, { ...later, name: "b" }]), []);
});

Deno.test("group limits out of order are refused by the schema", () => {
  assert.ok(!groups.rules.safeParse({ map, rules: [{ group: "x", min: 0.5, max: 0.4 }] }).success);
});

Deno.test("the value of a group is the sum of its weights, and in a list its classification precedes its name", () => {
  const problem = problemOf(marketOfMoments([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]));
  const rules = [{ group: "x", min: 0.1, max: 0.5 }], weights = Float64Array.of(0.2, 0.25, 0.55);
  assert.deepEqual(groups.evaluate(weights, groups.rules.parse({ map, rules }), problem), [
    { family: "groups", rule: "x", value: 0.45, min: 0.1, max: 0.5 },
  ]);
  const listed = groups.rules.parse([{ name: "a", map, rules: [{ group: "y", max: 1 }] }]);
  assert.deepEqual(groups.evaluate(weights, listed, problem).map(({ rule }) => rule), ["a/y"]);
});

Deno.test("checking classifications reads each name equally often, however many there are", () => {
  const readsOf = (count: number): number => {
    const one = { map, rules: [{ group: "x", max: 0.5 }] };
    const { items, reads } = countedReads(
      Array.from({ length: count }, (_, i) => ({ ...one, name: `map ${i}` })),
      "name",
    );
    assert.deepEqual(groups.check?.([...items], CONTEXT), []);
    return reads() / count;
  };
  assert.equal(readsOf(2_000), readsOf(20));
});
