import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { refusalPage } from "./refusal_page.ts";

const words = { title: "Cannot open it", advice: '<a href="/app">Begin again</a>.' };

function pageOf(error: unknown, { accept = "text/html", isToBrowsersAlone }: PageOptions = {}): Promise<Response> {
  const request = new Request("https://localhost/", { headers: { accept } });
  const own = isToBrowsersAlone ? { ...words, isToBrowsersAlone } : words;
  return refusalPage(error, { request, requestId: "req_1", headers: { "x-request-id": "req_1" }, words: own });
}

interface PageOptions {
  readonly accept?: string;
  readonly isToBrowsersAlone?: true;
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

Deno.test("where pages are to browsers alone, a program gets the problem document", async () => {
  const invalid = new DomainError("link_invalid", "The link has expired");
  const mediaFor = async (accept: string): Promise<string | null> => {
    const response = await pageOf(invalid, { accept, isToBrowsersAlone: true });
    assert.deepEqual([response.status, response.headers.get("vary")], [403, "accept"]);
    assert.match(await response.text(), /The link has expired/);
    return response.headers.get("content-type");
  };
  const problem = "application/problem+json", page = "text/html; charset=utf-8";
  assert.equal(await mediaFor("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"), page);
  for (const accept of ["*/*", "application/json", "text/*", "image/avif,image/webp,*/*;q=0.8"]) {
    assert.equal(await mediaFor(accept), problem, accept);
  }
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
