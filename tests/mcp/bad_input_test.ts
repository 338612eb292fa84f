import assert from "node:assert/strict";
import { connectedAssistant } from "../support/connected_assistant.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { testedCases } from "../support/tier.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const META = {
  [VERSION]: "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const LIST = { jsonrpc: "2.0", id: 7, method: "tools/list", params: { _meta: META } };
const LIST_HEADERS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
const OLD_LIST = { jsonrpc: "2.0", id: 7, method: "tools/list", params: {} };

interface Case {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly status: number;
  /** Code of the error of JSON-RPC; absent for an answer, and for one of HTTP alone. */
  readonly code?: number;
}

const CASES: Readonly<Record<string, Case>> = {
  "the newest revision": { body: LIST, headers: LIST_HEADERS, status: 200 },
  "a revision of 2025": { body: OLD_LIST, headers: { "mcp-protocol-version": "2025-06-18" }, status: 200 },
  "no revision at all": { body: OLD_LIST, status: 200 },
  "a revision that never was": { body: OLD_LIST, headers: { "mcp-protocol-version": "1999-01-01" }, status: 400 },
  "a revision of the future": {
    body: { ...LIST, params: { _meta: { ...META, [VERSION]: "2099-01-01" } } },
    headers: { ...LIST_HEADERS, "mcp-protocol-version": "2099-01-01" },
    status: 400,
    code: -32_022,
  },
  "a header that names another method": {
    body: LIST,
    headers: { ...LIST_HEADERS, "mcp-method": "tools/call" },
    status: 400,
    code: -32_020,
  },
  "a header that names another revision": {
    body: LIST,
    headers: { ...LIST_HEADERS, "mcp-protocol-version": "2025-11-25" },
    status: 400,
    code: -32_020,
  },
  "no header of the method": {
    body: LIST,
    headers: { "mcp-protocol-version": "2026-07-28" },
    status: 400,
    code: -32_020,
  },
  "an unknown method": {
    body: { ...LIST, method: "tools/destroy" },
    headers: { ...LIST_HEADERS, "mcp-method": "tools/destroy" },
    status: 404,
    code: -32_601,
  },
  "a page of another origin": { body: LIST, headers: { ...LIST_HEADERS, origin: "https://evil.example" }, status: 403 },
  "an opaque origin": { body: LIST, headers: { ...LIST_HEADERS, origin: "null" }, status: 403 },
  "a batch": { body: [OLD_LIST, OLD_LIST], status: 400, code: -32_600 },
  "no JSON": { body: "{", status: 400, code: -32_700 },
  "an empty body": { body: "", status: 400, code: -32_700 },
  "a number": { body: "1", status: 400 },
  "nothing of a message": { body: {}, status: 400 },
  "another media type": { body: LIST, headers: { ...LIST_HEADERS, "content-type": "text/plain" }, status: 415 },
  "a body of 16 MiB": { body: `"${"x".repeat(16 * 1_024 ** 2)}"`, status: 413 },
  "a body nested 10,000 deep": { body: "[".repeat(10_000), status: 400, code: -32_700 },
  "GET": { body: null, method: "GET", status: 405 },
  "DELETE": { body: null, method: "DELETE", status: 405 },
  "an API key": { body: LIST, headers: { ...LIST_HEADERS, authorization: "Bearer pk_live_x" }, status: 401 },
  "a token of nobody": { body: LIST, headers: { ...LIST_HEADERS, authorization: "Bearer x" }, status: 401 },
  "another scheme": { body: LIST, headers: { ...LIST_HEADERS, authorization: "Basic eDp5" }, status: 401 },
};

for (const [name, { body, headers = {}, method, status, code }] of testedCases(Object.entries(CASES))) {
  Deno.test(`the endpoint of connectors answers ${status}${code === undefined ? "" : ` and ${code}`} to ${name}`, async () => {
    const service = await sharedService(QUEUED);
    await using assistant = await connectedAssistant(service, { revision: "2025-11-25" });
    const response = await assistant.post(body, { headers, ...method === undefined ? {} : { method } });
    const text = await response.text();
    assert.equal(response.status, status, text);
    if (code !== undefined) assert.equal(JSON.parse(text).error.code, code, text);
    if (status === 401) {
      assert.match(response.headers.get("www-authenticate") ?? "", /resource_metadata="https:[^"]+mcp"/);
    }
    if (status === 405) assert.equal(response.headers.get("allow"), "POST");
  });
}

Deno.test("the access token of a session opens no tool, and the token of a connector no endpoint of the API", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service);
  const headers = { ...LIST_HEADERS, authorization: `Bearer ${assistant.person.accessToken}` };
  const response = await assistant.post(LIST, { headers });
  assert.equal(response.status, 401);
  await response.body?.cancel();
  const byToken = await service.fetch("/jobs/history", { headers: { authorization: `Bearer ${assistant.token}` } });
  assert.equal(byToken.status, 401);
});
