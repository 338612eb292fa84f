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

Deno.test("an empty group and a second rule on a group are faults at their pointers", () => {
  const rules = [{ group: "x", max: 0.5 }, { group: "z", max: 0.5 }, { group: "x", min: 0.1 }];
  assert.deepEqual(pointers({ map, rules }), ["/rules/1/group", "/rules/2/group"]);
});

Deno.test("assets of an inline map that are not in the run are passed over, and a note names them and their number", () => {
  const rules = [{ group: "x", max: 0.5 }], more = { ...map, B: "x", C: "q" };
  assert.deepEqual(pointers({ map: more, rules }), []);
  const doubts = (sent: unknown) =>
    groups.doubts?.(groups.rules.parse(sent), { ...CONTEXT, pointer: "/constraints/groups" }) ?? [];
  assert.deepEqual(doubts({ map, rules }), []);
  const [told] = doubts([{ name: "a", map: more, rules }]);
  assert.deepEqual({ ...told, detail: "" }, {
    code: "map_of_more",
    severity: "note",
    assets: ["B", "C"],
    detail: "",
    evidence: { pointer: "/constraints/groups/0/map", passed_over: 2, kept: 3 },
  });
  assert.match(told.detail, /names 2 assets outside the run \(B, C\), passed over/);
});

Deno.test("a note about a map of a whole market names 20 assets outside the run and counts the others", () => {
  const market = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`Z${i}`, "x"]));
  const [told] = groups.doubts?.(groups.rules.parse({ map: { ...map, ...market }, rules: [] }), {
    ...CONTEXT,
    pointer: "/constraints/groups",
  }) ?? [];
  assert.equal(told.assets.length, 20);
  assert.match(told.detail, /5000 assets outside the run \(Z0, Z1, Z2 and 4997 more\)/);
});

Deno.test("a group that no asset of the run belongs to is a fault, and no group that other rules may count", () => {
  const more = { ...map, B: "q" };
  assert.deepEqual(pointers({ map: more, rules: [{ group: "q", max: 0.5 }] }), ["/rules/0/group"]);
  const known = groups.groups?.(groups.rules.parse({ map: more, rules: [] }), namesOf(3)) ?? [];
  assert.deepEqual(known.map(({ name }) => name), ["x", "y"]);
});

Deno.test("an inline map limits the sum of the assets of the run as it would without the assets outside", () => {
  const problem = problemOf(marketOfMoments([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]));
  const rules = [{ group: "x", max: 0.5 }], weights = Float64Array.of(0.2, 0.25, 0.55);
  const valueOf = (sent: unknown) => groups.evaluate(weights, groups.rules.parse(sent), problem);
  assert.deepEqual(valueOf({ map: { ...map, B: "x" }, rules }), valueOf({ map, rules }));
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
