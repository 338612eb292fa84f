import assert from "node:assert/strict";
import { marketOfMoments, problemOf } from "../../../tests/support/sample_problem.ts";
import { minReturn } from "./min_return.ts";

Deno.test("the value of min_return is annual: 52 times the weekly return", () => {
  const problem = problemOf(marketOfMoments([0.001, 0.003], [[1, 0], [0, 1]]));
  const [{ value, min, max }] = minReturn.evaluate(Float64Array.of(0.5, 0.5), 0.1, problem);
  assert.ok(Math.abs(value - 0.104) < 1e-15);
  assert.deepEqual([min, max], [0.1, null]);
});
