import assert from "node:assert/strict";
import { type IncomingMessage } from "node:http";
import { request } from "node:https";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { MINUTE_MS } from "../../src/domain/instant.ts";
import { connectedAssistant, textOf } from "../support/connected_assistant.ts";
import { clockedService, QUEUED, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

/** Bytes of an answer that the runtime writes at once under TLS; the rest of a longer one waits for the client. */
const ONE_WRITE_BYTES = 14_000;
const LIMITED = { ...QUEUED, RATE_LIMITS: "on" };

Deno.test(testInTurn("the accounts behind one address have limits of their own for the catalogue", async () => {
  const { service } = await clockedService(LIMITED, { standsStill: true });
  for (let account = 0; account < 3; account++) {
    await using assistant = await connectedAssistant(service);
    for (let asked = 0; asked < 120; asked++) {
      const found = await assistant.client.callTool({ name: "search_assets", arguments: { query: "mango" } });
      assert.notEqual(found.isError, true, textOf(found));
    }
  }
}));

Deno.test(testInTurn("a hundred old tokens of one address all hear that they must be refreshed", async () => {
  const { service, clock } = await clockedService(LIMITED, { standsStill: true });
  await using assistant = await connectedAssistant(service);
  clock.aheadMs = 16 * MINUTE_MS;
  for (let sent = 0; sent < 100; sent++) {
    const response = await assistant.post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    await response.body?.cancel();
    assert.equal(response.status, 401);
    assert.match(response.headers.get("www-authenticate") ?? "", /error="invalid_token"/);
  }
}));

Deno.test("a long answer comes in the coding that the client takes, so that one write holds it", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    "authorization": `Bearer ${assistant.token}`,
    "content-type": "application/json",
    "accept": "application/json, text/event-stream",
    "accept-encoding": "gzip",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/list",
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  // The client of the runtime unpacks by itself.
  request(`${service.url}/mcp`, { method: "POST", ca: service.certificate, agent: false, headers }, resolve)
    .on("error", reject)
    .end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } }));
  const response = await promise, bytes = await buffer(response);
  assert.equal(response.headers["content-encoding"], "gzip");
  const { result } = JSON.parse(gunzipSync(bytes).toString());
  assert.deepEqual([bytes.length < ONE_WRITE_BYTES, JSON.stringify(result).length > ONE_WRITE_BYTES], [true, true]);
});
