import assert from "node:assert/strict";
import type { SecurityNote } from "../../accounts/security_log.ts";
import { DomainError, type ErrorCode } from "../../domain/errors.ts";
import { ENDPOINTS } from "../routes/mod.ts";
import { noteRefusal } from "./security_notes.ts";

/**
 * Test helper. Returns the entry that a refusal with this error code leaves in the security log at an endpoint, or
 * undefined if there is none.
 */
function noted(method: string, path: string, code: ErrorCode): SecurityNote | undefined {
  const contract = ENDPOINTS.map((endpoint) => endpoint.contract).find((one) =>
    one.method === method && one.path === path
  );
  assert.ok(contract, path);
  const notes: SecurityNote[] = [];
  const request = { contract, address: "203.0.113.7", concerned: { accountId: null, credentialId: null } };
  noteRefusal(new DomainError(code, ""), request, { securityLog: { note: (note) => notes.push(note) } });
  return notes[0];
}

Deno.test("a sign-in or password change is noted as frequent when it is rate limited, and as rare with a wrong password", () => {
  for (const path of ["/auth/login", "/auth/password"]) {
    const limited = noted("POST", path, "rate_limited"), wrong = noted("POST", path, "invalid_credentials");
    assert.deepEqual([limited?.outcome, limited?.code, limited?.isRare], ["refused", "rate_limited", false], path);
    assert.deepEqual([wrong?.outcome, wrong?.code, wrong?.isRare], ["refused", "invalid_credentials", true], path);
  }
});

Deno.test("a rate limit on other requests is not noted in the security log, and an invalid key is", () => {
  assert.equal(noted("GET", "/jobs/active", "rate_limited"), undefined);
  assert.equal(noted("GET", "/jobs/active", "key_invalid")?.code, "key_invalid");
});
