import assert from "node:assert/strict";
import { dictionary } from "@zxcvbn-ts/language-common";
import { isCommonPassword } from "./common_passwords.ts";

Deno.test("the commonest passwords of 8 characters or more are recognised in any letter case, and others are not", () => {
  const common = dictionary["passwords-common"].slice(0, 10_000).filter(({ length }) => length >= 8);
  assert.ok(common.length > 1_000);
  assert.deepEqual(common.filter((password) => !isCommonPassword(password)), []);
  for (const password of ["Password", "PASSWORD1", "Qwertyuiop", "IloveYou", "Football"]) {
    assert.ok(isCommonPassword(password), password);
  }
  for (const password of ["Correct horse", "Better battery", "constructor", "__proto__"]) {
    assert.ok(!isCommonPassword(password), password);
  }
});
