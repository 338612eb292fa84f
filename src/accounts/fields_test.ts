import assert from "node:assert/strict";
import { anyCharacter } from "../../tests/support/any_character.ts";
import fc from "../../tests/support/fast_check.ts";
import { emailKey } from "../domain/user.ts";
import { emailAddress, emailGuess, line, newPassword, paragraph } from "./fields.ts";

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

Deno.test("an email address in any script is accepted, and anything else is refused", () => {
  const good = [
    "ada@example.com",
    "Ada.Lovelace+x@sub.example.co.in",
    "o'brien@example.org",
    "jürgen@bücher.example",
    "用户@例え.テスト",
    `${"a".repeat(64)}@example.com`,
    "a@xn--bcher-kva.example",
  ];
  const bad = [
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "ada@@example.com",
    "ada@example..com",
    ".ada@example.com",
    "ada.@example.com",
    "a..b@example.com",
    "ada@-example.com",
    "ada@example-.com",
    " ada@example.com",
    "ada@example.com ",
    "ada @example.com",
    "ada@example.com\n",
    "ada@example.com\r\nBcc: x@y.example",
    "a@b.example,c@d.example",
    "<ada@example.com>",
    '"a b"@example.com',
    "ada@[127.0.0.1]",
    "ada\u0000@example.com",
    "ada\ud800@example.com",
    `${"a".repeat(65)}@example.com`,
    `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(180)}.com`,
    5,
    null,
    ["ada@example.com"],
  ];
  for (const address of good) assert.ok(accepts(emailAddress, address), address);
  for (const address of bad) assert.ok(!accepts(emailAddress, address), JSON.stringify(address));
});

Deno.test("an email address whose letters only look like those of another address is refused", () => {
  assert.equal(emailKey("ａda@example.com"), emailKey("ada@example.com"));
  assert.ok(!accepts(emailAddress, "ａda@example.com"));
  assert.ok(accepts(emailAddress, "ju\u0308rgen@example.com"), "composed or not is one address");
});

Deno.test("an email address is refused if normalisation makes it too long for a key of the store", () => {
  const growing = "\ufdfa".repeat(40);
  assert.ok(new TextEncoder().encode(emailKey(growing)).length > 1_024);
  assert.ok(!accepts(emailGuess, growing));
  assert.ok(!accepts(emailGuess, `${"a".repeat(300)}@example.com`));
});

Deno.test("a new password needs at least 8 characters, an upper-case and a lower-case letter, and at most 256 bytes", () => {
  for (
    const good of ["Umlaute ü", "Abcdefgh", "xxxxxxxX", "ÄäÄäÄäÄä", "Aa345678", "Aa\u000034567", `Aa${"x".repeat(254)}`]
  ) {
    assert.ok(accepts(newPassword, good), good);
  }
  for (
    const bad of [
      "Passwor",
      "password",
      "PASSWORD",
      "12345678",
      "",
      `Aa${"x".repeat(255)}`,
      `Aa${"é".repeat(128)}`,
      "Aa\ud800xxxxx",
      12345678,
    ]
  ) {
    assert.ok(!accepts(newPassword, bad), String(bad));
  }
  // The password length counts characters, not UTF-16 units.
  assert.ok(!accepts(newPassword, "Aa🙂🙂🙂"));
});

Deno.test("a name is one line of text without control characters", () => {
  const name = line(20);
  for (const good of ["Ada", "O'Brien, Ada", "世界", "a".repeat(20), "🦉".repeat(20), "<script>"]) {
    assert.ok(accepts(name, good), good);
  }
  for (
    const bad of [
      "",
      "   ",
      "a".repeat(21),
      "🦉".repeat(21),
      "Ada\nBcc: x@y.example",
      "Ada\r",
      "a\u0000b",
      "a\u2028b",
      "a\u0085b",
      "a\u202eb",
      "\u202aa",
      "a\u2066b\u2069",
      "\ud800",
      5,
    ]
  ) {
    assert.ok(!accepts(name, bad), JSON.stringify(bad));
  }
});

Deno.test("a description may have line breaks and tabs, and no other control character", () => {
  assert.ok(accepts(paragraph(100), "one\r\ntwo\tthree"));
  assert.ok(accepts(paragraph(100), ""));
  for (const bad of ["a\u0000", "a\u001b[31m", "\udc00", "a".repeat(101)]) assert.ok(!accepts(paragraph(100), bad));
});

Deno.test("a text of megabytes in a field has its length as its only fault", () => {
  const million = "\ufdfa@a.".repeat(4_000_000);
  for (const schema of [emailAddress, emailGuess, newPassword, line(50), paragraph(50)]) {
    const { error } = schema.safeParse(million);
    assert.deepEqual(error?.issues.map(({ code }) => code), ["too_big"]);
  }
});

Deno.test("law: no text makes the validation of an account's field throw", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
    for (const schema of [emailAddress, emailGuess, newPassword, line(50), paragraph(50)]) accepts(schema, text);
  }));
});
