import assert from "node:assert/strict";
import { METHODS } from "./mod.ts";

Deno.test("methods of the same group are listed next to each other in the catalogue", () => {
  const groups = [...METHODS].map(({ group }) => group);
  const turns = groups.filter((group, i) => group !== groups[i - 1]);
  assert.deepEqual(turns, [...new Set(groups)]);
});
