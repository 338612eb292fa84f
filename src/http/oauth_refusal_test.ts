import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { oauthRefusal, oauthRefusalBody } from "./oauth_refusal.ts";

async function answerOf(
  error: unknown,
  refusals: "oauth" | "oauth registration" = "oauth",
): Promise<{ response: Response; body: ReturnType<typeof oauthRefusalBody.parse> }> {
  const response = await oauthRefusal(error, { requestId: "req_1", headers: { "x-request-id": "req_1" }, refusals });
  return { response, body: oauthRefusalBody.parse(await response.json()) };
}

Deno.test("a refusal of OAuth has its word, its status and a sentence of plain characters", async () => {
  const { response, body } = await answerOf(new DomainError("invalid_grant", 'The code "é\\" is old'));
  assert.deepEqual([response.status, body], [400, {
    error: "invalid_grant",
    error_description: "The code '??' is old",
  }]);
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.equal(response.headers.get("x-request-id"), "req_1");
});

Deno.test("a wrong client is 401 with the scheme by which clients prove themselves", async () => {
  const { response, body } = await answerOf(new DomainError("invalid_client", "Unknown"));
  assert.deepEqual([response.status, body.error], [401, "invalid_client"]);
  assert.match(response.headers.get("www-authenticate") ?? "", /^Basic /);
});

Deno.test("a fault of the request is 400 with its place, and other refusals keep their status", async () => {
  const faulty = new DomainError("validation_failed", "x", { faults: [{ pointer: "/code", detail: "Must be text" }] });
  const faults = await answerOf(faulty);
  assert.deepEqual(
    [faults.response.status, faults.body],
    [400, { error: "invalid_request", error_description: "code: Must be text" }],
  );
  assert.equal((await answerOf(faulty, "oauth registration")).body.error, "invalid_client_metadata");
  const limited = await answerOf(new DomainError("rate_limited", "x", { retryAfterSeconds: 7 }));
  assert.deepEqual(
    [limited.response.status, limited.body.error, limited.response.headers.get("retry-after")],
    [429, "temporarily_unavailable", "7"],
  );
});

Deno.test("an error of the service is server_error and says nothing of its cause", async () => {
  const { response, body } = await answerOf(new Error("secret"));
  assert.deepEqual([response.status, body.error], [500, "server_error"]);
  assert.ok(!body.error_description.includes("secret"));
});
