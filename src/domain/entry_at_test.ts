import assert from "node:assert/strict";
import { entryAt } from "./entry_at.ts";

Deno.test("entryAt returns the entry at an index, and throws for an index without an entry", () => {
  assert.deepEqual([entryAt(["a", null], 0), entryAt(["a", null], 1), entryAt(Float64Array.of(0), 0)], ["a", null, 0]);
  for (const place of [-1, 2, 0.5]) {
    assert.throws(() => entryAt(["a", "b"], place), {
      name: "RangeError",
      message: /^Cannot find entry .* of a list of 2$/,
    });
  }
});
