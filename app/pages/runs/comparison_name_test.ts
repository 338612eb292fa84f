import assert from "node:assert/strict";
import { comparisonName } from "./comparison_name.ts";

const run = (name: string | null) => ({ name, run_id: "run_ABCDEF", mode: "construct" as const });

Deno.test("a comparison is called by its runs, in at most 100 characters that turn no text around", () => {
  assert.equal(comparisonName([run("A"), run(null)]), "A and Portfolio ABCDEF");
  assert.equal(comparisonName([run("A"), run("B"), run("C")]), "A and 2 others");
  assert.equal(comparisonName([run("\u202eA"), run("B")]), "A and B");
  for (const length of [47, 48, 90, 120]) {
    for (const other of ["B", "B".repeat(120)]) {
      const name = comparisonName([run("😀".repeat(length)), run(other)]);
      assert.ok(name.length <= 100 && name.isWellFormed(), name);
      assert.ok(name.endsWith("B"), name);
    }
  }
});
