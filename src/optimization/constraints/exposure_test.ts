import assert from "node:assert/strict";
import { marketOfMoments, problemOf } from "../../../tests/support/sample_problem.ts";
import { exposure } from "./exposure.ts";

Deno.test("short selling is off by default, and exposure limits below 0 are refused", () => {
  assert.deepEqual(exposure.rules.parse({}), { short: false });
  for (const limit of ["gross_max", "long_max", "short_max"]) {
    assert.ok(!exposure.rules.safeParse({ [limit]: -1 }).success, limit);
  }
});

Deno.test("gross, long and short exposure sum the sizes of all, the positive and the negative weights", () => {
  const problem = problemOf(marketOfMoments([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]));
  const rules = exposure.rules.parse({ short: true, gross_max: 2, long_max: 1.5, short_max: 0.5 });
  assert.deepEqual(
    exposure.evaluate(Float64Array.of(1, -0.25, 0.25), rules, problem).map((
      { rule, value, max },
    ) => [rule, value, max]),
    [["gross_max", 1.5, 2], ["long_max", 1.25, 1.5], ["short_max", 0.25, 0.5]],
  );
});
