import assert from "node:assert/strict";
import { budget } from "./budget.ts";

Deno.test("a budget of which nothing is said is 1", () => {
  assert.deepEqual(budget.rules.parse({}), { min: 1, max: 1 });
  assert.deepEqual(budget.rules.parse({ max: 0.5 }), { min: undefined, max: 0.5 });
});

Deno.test("limits out of order are refused by the schema", () => {
  assert.ok(!budget.rules.safeParse({ min: 1, max: 0.9 }).success);
});
