import assert from "node:assert/strict";
import { firstMethods } from "./sample_run.ts";

const FAMILIES = ["bounds", "groups", "turnover", "counts"];

function method(id: string, group: string, enforces: readonly string[], more = {}) {
  const needs = { needs_benchmark: false, needs_starting_portfolio: false };
  return { id, group, enforces, parameters: [{ required: false }], ...needs, ...more };
}

const METHODS = [
  method("equal", "naive", []),
  method("needy", "convex", FAMILIES, { parameters: [{ required: true }] }),
  method("least_risk", "convex", FAMILIES),
  method("most_return", "convex", FAMILIES),
  method("budgets", "risk", ["bounds", "groups", "turnover"]),
  method("tree", "hierarchical", ["bounds", "groups"]),
  method("tracking", "benchmark", FAMILIES, { needs_benchmark: true }),
];

function first(...families: readonly string[]): readonly string[] {
  const capability = { families: FAMILIES.map((id) => ({ id })) };
  const rules = Object.fromEntries(families.map((id) => [id, {}]));
  return firstMethods({ requirements: { methods: METHODS }, capability }, rules);
}

Deno.test("the methods to begin with are the first of each group that keep most rules and need nothing but prices", () => {
  assert.deepEqual(first(), ["least_risk", "budgets"]);
});

Deno.test("the methods to begin with keep every family that the run has rules of", () => {
  assert.deepEqual(first("turnover"), ["least_risk", "budgets"]);
  assert.deepEqual(first("turnover", "counts"), ["least_risk"]);
  assert.deepEqual(first("unknown"), ["least_risk", "budgets"]);
});
