import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { emailKey } from "./user.ts";

Deno.test("all spellings of one e-mail address have the same key", () => {
  const key = emailKey("jürgen@example.com");
  for (const spelling of ["JÜRGEN@Example.COM", "ju\u0308rgen@example.com", " jürgen@example.com "]) {
    assert.equal(emailKey(spelling), key, spelling);
  }
  assert.notEqual(emailKey("jurgen@example.com"), key);
});

Deno.test("the key of an e-mail key is itself, and the key does not depend on letter case", () => {
  fc.assert(fc.property(fc.emailAddress(), (email) => {
    assert.equal(emailKey(emailKey(email)), emailKey(email));
    assert.equal(emailKey(email.toUpperCase()), emailKey(email));
  }));
});
