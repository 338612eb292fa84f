import assert from "node:assert/strict";
import { anyCharacter } from "../tests/support/any_character.ts";
import fc from "../tests/support/fast_check.ts";
import { printable } from "./printable.ts";

Deno.test("printable escapes the characters that control a terminal, and keeps all other text", () => {
  assert.equal(
    printable("A\u0000\u001b[31m\r\n\t\u009b2J\u202eB\u007f"),
    "A\\u0000\\u001b[31m\\u000d\\u000a\\u0009\\u009b2J\\u202eB\\u007f",
  );
  assert.equal(printable("Müller & Söhne, 株式 €"), "Müller & Söhne, 株式 €");
});

Deno.test("printable leaves no control character in any text", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => assert.doesNotMatch(printable(text), /\p{Cc}/u)));
});
