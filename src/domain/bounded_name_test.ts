import assert from "node:assert/strict";
import { givenName } from "./bounded_name.ts";

Deno.test("a name may have letters of any script, but no control characters and no marks of text direction", () => {
  for (const name of ["A", "M&M", "कंपनी", "株", "é", "a b", "🙂"]) assert.ok(givenName.safeParse(name).success, name);
  for (const code of [0x00, 0x07, 0x1b, 0x7f, 0x85, 0x202a, 0x202e, 0x2066, 0x2069]) {
    assert.ok(!givenName.safeParse(`A${String.fromCodePoint(code)}`).success, code.toString(16));
  }
});
