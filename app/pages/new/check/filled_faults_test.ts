import assert from "node:assert/strict";
import { filledFaults } from "./filled_faults.ts";

Deno.test("a fault is told where there is something to correct, and not where nothing is filled in yet", () => {
  const request = { constraints: { groups: { map: {}, rules: [{ group: "", max: 2 }] }, linear: [] } };
  const told = (pointer: string): boolean => filledFaults([{ pointer, detail: "Cannot" }], request).length === 1;
  assert.equal(told("/constraints/groups/rules/0/max"), true);
  assert.equal(told("/constraints/groups/rules"), true);
  assert.equal(told(""), true);
  assert.equal(told("/prices/series/A/3"), true);
  for (const empty of ["rules/0/group", "rules/0/min", "map"]) {
    assert.equal(told(`/constraints/groups/${empty}`), false, empty);
  }
  assert.equal(told("/constraints/linear"), false);
});
