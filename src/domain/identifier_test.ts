import assert from "node:assert/strict";
import { identifier, prefixOf } from "./identifier.ts";

Deno.test("prefixOf returns the prefix of an identifier, and null for any other text", () => {
  const ulid = "01KA0B1C2D3E4F5G6H7J8K9M0N";
  assert.equal(prefixOf(identifier("run", ulid)), "run");
  for (const text of ["", ulid, `_${ulid}`, `run_${ulid}0`, `run_${ulid.toLowerCase()}`, `run_${ulid}\n`, "run_"]) {
    assert.equal(prefixOf(text), null, JSON.stringify(text));
  }
});
