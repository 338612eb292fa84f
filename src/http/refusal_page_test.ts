import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { refusalPage } from "./refusal_page.ts";

function pageOf(error: unknown): Promise<Response> {
  return refusalPage(error, { requestId: "req_1", headers: { "x-request-id": "req_1" } });
}

Deno.test("the page of a refusal has its status, sentence and number, and no script can run in it", async () => {
  const response = await pageOf(new DomainError("invalid_request", `<script>alert("1")</script> & 'x'`));
  const text = await response.text();
  assert.deepEqual([response.status, response.headers.get("content-type")], [400, "text/html; charset=utf-8"]);
  assert.ok(text.includes("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;"));
  assert.ok(text.includes("invalid_request, req_1"));
  assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src 'sha256-/);
  assert.doesNotMatch(response.headers.get("content-security-policy") ?? "", /unsafe|script-src/);
});

Deno.test("the page of a failure tells nothing of its cause, and that of a limit when to try again", async () => {
  const failed = await pageOf(new Error("secret of the store"));
  assert.equal(failed.status, 500);
  assert.doesNotMatch(await failed.text(), /secret/);
  const limited = await pageOf(new DomainError("rate_limited", "Too many", { retryAfterSeconds: 7 }));
  assert.deepEqual([limited.status, limited.headers.get("retry-after")], [429, "7"]);
  const faulty = new DomainError("validation_failed", "x", { faults: [{ pointer: "/query/state", detail: "Once" }] });
  assert.match(await (await pageOf(faulty)).text(), /<p>Once\.<\/p>/);
});
