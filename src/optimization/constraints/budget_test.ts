import assert from "node:assert/strict";
import { budget } from "./budget.ts";

Deno.test("an empty budget is exactly 1, and a budget with only a maximum has no minimum", () => {
  assert.deepEqual(budget.rules.parse({}), { min: 1, max: 1 });
  assert.deepEqual(budget.rules.parse({ max: 0.5 }), { min: undefined, max: 0.5 });
});

Deno.test("a budget with limits out of order is refused by the schema", () => {
  assert.ok(!budget.rules.safeParse({ min: 1, max: 0.9 }).success);
});
