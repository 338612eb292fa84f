import assert from "node:assert/strict";
import { named, nameWithin } from "./names.ts";

Deno.test("a description of the service has its meaning and its formula, and a word without one stands as text", () => {
  const listed = [{ id: "a", name: "Measure A", description: "What it is.\n\nFormula: `x / y`\n\nReference: a paper" }];
  assert.deepEqual(named("a", listed), { name: "Measure A", meaning: "What it is.", formula: "x / y" });
  assert.deepEqual(named("max_sharpe", listed), { name: "Max sharpe", meaning: null, formula: null });
});

Deno.test("a name within a sentence begins small, but not where it begins with the name of a person", () => {
  const methods = [{ name: "Maximum Sharpe ratio" }, { name: "Minimum ulcer index" }];
  assert.equal(nameWithin("Sharpe ratio", methods), "Sharpe ratio");
  assert.equal(nameWithin("Ulcer index", methods), "ulcer index");
  assert.equal(nameWithin("Tail Gini"), "tail Gini");
});
