import assert from "node:assert/strict";
import { isCodeChallenge, verifiesChallenge } from "./proof_key.ts";

/** Example of RFC 7636, appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

Deno.test("the verifier of RFC 7636 verifies its challenge, and no other text does", () => {
  assert.ok(verifiesChallenge(VERIFIER, CHALLENGE));
  const others = [CHALLENGE, `${VERIFIER}x`, VERIFIER.slice(1), "", "x".repeat(42), "x".repeat(129), `${VERIFIER} `];
  for (const other of others) assert.ok(!verifiesChallenge(other, CHALLENGE), other);
});

Deno.test("a challenge that is equal to its verifier is not verified: there is no method plain", () => {
  assert.ok(!verifiesChallenge(CHALLENGE, CHALLENGE));
});

Deno.test("a challenge is 43 characters of base64url", () => {
  assert.ok(isCodeChallenge(CHALLENGE));
  for (const other of ["", CHALLENGE.slice(1), `${CHALLENGE}=`, CHALLENGE.replace("-", "+")]) {
    assert.ok(!isCodeChallenge(other), other);
  }
});
