import assert from "node:assert/strict";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import { blamesRequest, problemDocument, problemResponse } from "./problem.ts";

/** Expected error codes under each HTTP status, as the interface documents them. Used by tests. */
const STATUSES: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: [
    "malformed_json",
    "unknown_field",
    "invalid_cursor",
    "HOLDINGS_FILE_UNREADABLE",
    "one_time_token_invalid",
    "one_time_token_expired",
    "invalid_request",
    "invalid_grant",
    "unsupported_grant_type",
    "invalid_scope",
    "invalid_target",
    "invalid_redirect_uri",
    "invalid_client_metadata",
  ],
  401: [
    "invalid_client",
    "credentials_missing",
    "invalid_credentials",
    "token_invalid",
    "token_expired",
    "key_invalid",
    "session_revoked",
  ],
  403: [
    "https_required",
    "email_not_verified",
    "jwt_user_required",
    "missing_scope",
    "csrf_failed",
    "enterprise_plan_required",
    "mc_api_key_not_supported",
    "backtest_api_key_not_supported",
    "link_invalid",
  ],
  404: ["not_found"],
  405: ["method_not_allowed"],
  409: [
    "email_taken",
    "job_finished",
    "run_in_flight",
    "run_not_succeeded",
    "template_limit_reached",
    "limit_reached",
    "name_taken",
  ],
  413: ["body_too_large"],
  415: ["unsupported_media_type"],
  422: ["validation_failed", "constraints_infeasible", "idempotency_key_reused"],
  429: ["rate_limited", "quota_exceeded"],
  503: ["universe_unavailable", "market_data_unavailable", "not_ready"],
};

Deno.test("every error code has its documented HTTP status and becomes a problem document", async () => {
  for (const [status, codes] of Object.entries(STATUSES)) {
    for (const code of codes) {
      const response = problemResponse(new DomainError(code, "What happened"), "req_1");
      assert.equal(response.status, Number(status), code);
      assert.equal(response.headers.get("content-type"), "application/problem+json");
      const document = problemDocument.parse(await response.json());
      assert.deepEqual([document.code, document.detail, document.request_id], [code, "What happened", "req_1"]);
      assert.equal(response.headers.has("www-authenticate"), status === "401", code);
    }
  }
});

Deno.test("an error counts as the request's fault only where a retry cannot succeed", () => {
  const blaming = ["validation_failed", "constraints_infeasible", "malformed_json"] as const;
  const others = ["market_data_unavailable", "not_ready", "worker_lost", "internal"] as const;
  for (const code of blaming) assert.ok(blamesRequest(new DomainError(code, "")), code);
  for (const code of others) assert.ok(!blamesRequest(new DomainError(code, "")), code);
  assert.ok(!blamesRequest(new Error("validation_failed")));
});

Deno.test("an error that is not a refusal is 500 internal without its details", async () => {
  const errors = [new Error("password hunter2"), "hunter2", null, new DomainError("worker_lost", "hunter2")];
  for (const error of errors) {
    const response = problemResponse(error, "req_1");
    assert.equal(response.status, 500);
    const text = await response.text();
    assert.match(text, /"code":"internal"/);
    assert.doesNotMatch(text, /hunter2|stack/);
  }
});

Deno.test("a refusal is no longer than 256 KiB, however many rules conflict", async () => {
  const rules = Array.from({ length: 5_000 }, (_, index) => {
    return { family: "group_weights", rule: `group ${index}`, detail: "Must be at least 0.5 ".repeat(6) };
  });
  const faults = rules.map(({ detail }, index) => ({ pointer: `/constraints/group_weights/${index}`, detail }));
  const doubt = { code: "limit_in_percent", severity: "wrong", assets: [], detail: "0.6? ".repeat(20), evidence: {} };
  const doubts = Array.from({ length: 5_000 }, () => ({ ...doubt, severity: "wrong" as const }));
  const error = new DomainError("constraints_infeasible", "No", { faults, conflict: { rules, minimum: true }, doubts });
  const refused = await problemResponse(error, "req_1").text();
  assert.ok(new TextEncoder().encode(refused).length < 256 * 1_024, `${refused.length} characters`);
  const { errors, conflict, doubts: told } = JSON.parse(refused);
  assert.ok(told.length > 100 && JSON.stringify(told).length < 40_000, `${told.length} doubts`);
  assert.equal(errors.at(-1).detail, `Cannot list ${5_001 - errors.length} more faults`);
  assert.equal(conflict.rules.at(-1).detail, `Cannot list ${5_001 - conflict.rules.length} more rules`);
});

Deno.test("a problem response has the error's faults, conflict and Retry-After", async () => {
  const faults = [{ pointer: "/a", detail: "Wrong" }];
  const refused = problemResponse(new DomainError("validation_failed", "Wrong", { faults }), "req_1");
  assert.deepEqual((await refused.json()).errors, faults);
  const relaxation = [{ family: "groups", rule: "IT", limit: "min" as const, from: 2, to: 1 }];
  const told = { rules: [{ family: "groups", rule: "IT", detail: "At least 2" }], minimum: true, relaxation };
  const conflict = { ...told, jointRelaxation: relaxation };
  const infeasible = problemResponse(new DomainError("constraints_infeasible", "No", { conflict }), "req_1");
  assert.deepEqual((await infeasible.json()).conflict, { ...told, joint_relaxation: relaxation });
  const unavailable = problemResponse(new DomainError("market_data_unavailable", "No list"), "req_1");
  assert.equal(unavailable.headers.get("retry-after"), "60");
  const limited = problemResponse(new DomainError("rate_limited", "Later", { retryAfterSeconds: 7 }), "req_1");
  assert.equal(limited.headers.get("retry-after"), "7");
});
