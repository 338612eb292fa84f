import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import { cardinality } from "./cardinality.ts";
import { groups } from "./groups.ts";

const assets = namesOf(4);
const GROUPS = groups.rules.parse([
  { name: "size", map: { A0: "large", A1: "large", A2: "small" }, rules: [] },
  { name: "place", map: { A3: "far" }, rules: [] },
]);
const bounds = { lower: new Float64Array(4).fill(-1), upper: new Float64Array(4).fill(1) };
const otherRules = { groups: groups.groups?.(GROUPS, assets) ?? [], bounds };
const CONTEXT = {
  assets,
  hasStartingPortfolio: false,
  hasBenchmark: false,
  hasHistory: true,
  short: false,
  otherRules,
};

const pointers = (rules: unknown, context: Parameters<NonNullable<typeof cardinality.check>>[1] = CONTEXT) =>
  (cardinality.check?.(cardinality.rules.parse(rules), context) ?? []).map(({ pointer }) => pointer);

Deno.test("cardinality accepts groups by the names that several classifications give them", () => {
  assert.deepEqual(pointers({ max: 4, groups: [{ group: "size/large", min: 2 }, { group: "place/far", max: 1 }] }), []);
});

Deno.test("cardinality accepts a group whose own name and whose classification's name both have 120 characters", () => {
  const long = "n".repeat(120), [name, group] = [long, long];
  const named = groups.groups?.(groups.rules.parse([{ name, map: { A0: group }, rules: [] }]), assets) ?? [];
  const context = { ...CONTEXT, otherRules: { ...otherRules, groups: named } };
  assert.deepEqual(pointers({ groups: [{ group: `${name}/${group}`, max: 1 }] }, context), []);
});

Deno.test("impossible counts, unknown groups and groups counted twice are faults at their pointers", () => {
  assert.deepEqual(pointers({ min: 5, max: 6 }), ["/min", "/max"]);
  assert.deepEqual(pointers({ groups: [{ group: "large", max: 1 }] }), ["/groups/0/group"]);
  const twice = [{ group: "place/far", max: 1 }, { group: "place/far", min: 1 }];
  assert.deepEqual(pointers({ groups: twice }), ["/groups/1/group"]);
  assert.deepEqual(pointers({ groups: [{ group: "size/large", min: 3 }] }), ["/groups/0/min"]);
});

Deno.test("cardinality with short selling requires finite bounds on every weight", () => {
  const open = { ...bounds, lower: Float64Array.of(-1, -1, -Infinity, -1) };
  assert.deepEqual(pointers({ max: 2 }, { ...CONTEXT, short: true }), []);
  const [fault] = cardinality.check?.({ max: 2 }, {
    ...CONTEXT,
    short: true,
    otherRules: { ...otherRules, bounds: open },
  }) ?? [];
  assert.equal(fault?.pointer, "");
  assert.match(fault?.detail ?? "", /"A2"/);
});

Deno.test("cardinality counts the weights that are not 0, of all assets and of each group", () => {
  const market = marketOfMoments([0, 0, 0, 0], [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]);
  const constraints = { groups: GROUPS, cardinality: { max: 2, groups: [{ group: "size/large", min: 1, max: 1 }] } };
  const problem = problemOf(market, { constraints });
  const rules = problem.rules.find(({ id }) => id === "cardinality");
  const values = (weights: readonly number[]) =>
    rules?.evaluate(Float64Array.from(weights), problem).map(({ rule, value, min, max }) => [rule, value, min, max]);
  assert.deepEqual(values([0.5, 0.25, 0, 0.25]), [[null, 3, null, 2], ["size/large", 2, 1, 1]]);
  assert.equal(largestBreach(Float64Array.of(0.5, 0.25, 0, 0.25), problem), 1);
  assert.equal(largestBreach(Float64Array.of(0.5, 0, 0, 0.5), problem), 0);
  assert.equal(
    rules?.describe({ rule: "size/large", min: 1, max: 1 }),
    'Number of assets held of "size/large" of exactly 1',
  );
});
