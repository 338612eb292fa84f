import assert from "node:assert/strict";
import type { Conflict } from "../domain/errors.ts";
import { MOST_CONFLICT_BYTES, toldConflict } from "./told_conflict.ts";

function conflictOf({ rules, name }: { readonly rules: number; readonly name: string }): Conflict {
  const detail = `The weight of "${name}" must be at least 0.5`;
  return {
    rules: Array.from({ length: rules }, () => ({ family: "group_weights", rule: name, detail })),
    minimum: true,
    relaxation: Array.from(
      { length: rules },
      (_, k) => ({ family: "linear", rule: name, limit: "max", from: 1, to: k }),
    ),
    jointRelaxation: [],
  };
}

Deno.test("the rules of a conflict are listed as far as they fit into a response, and the rest counted", () => {
  for (const name of ["IT", "\u{1f600}".repeat(60), "\u0001".repeat(120)]) {
    for (const rules of [1, 300, 3_000, 30_000]) {
      const conflict = toldConflict(conflictOf({ rules, name })), told = conflict.rules;
      const bytes = new TextEncoder().encode(JSON.stringify(conflict)).length;
      assert.ok(bytes < MOST_CONFLICT_BYTES + 4_096, `${bytes} bytes for ${rules} rules`);
      if (told.length === rules) continue;
      const detail = `Cannot list ${rules - told.length + 1} more rules`;
      assert.deepEqual(told.at(-1), { family: "", rule: null, detail });
    }
  }
});

Deno.test("the joint relaxation of a conflict is listed completely, or not at all where it does not fit", () => {
  const change = { family: "linear", rule: "a", limit: "max" as const, from: 1, to: 2 };
  const jointOf = (count: number) =>
    toldConflict({ rules: [], minimum: true, jointRelaxation: Array(count).fill(change) }, 40_000).jointRelaxation
      .length;
  assert.deepEqual([jointOf(3), jointOf(100), jointOf(1_000)], [3, 100, 0]);
});

Deno.test("a conflict that fits into a response is reported unchanged", () => {
  const conflict = conflictOf({ rules: 100, name: "IT" });
  assert.deepEqual(toldConflict(conflict), conflict);
});
