import assert from "node:assert/strict";
import { MINUTE_MS } from "../../src/domain/instant.ts";
import { connectedAssistant, textOf } from "../support/connected_assistant.ts";
import { clockedService, QUEUED } from "../support/shared_service.ts";

const LIMITED = { ...QUEUED, RATE_LIMITS: "on" };

Deno.test("the accounts behind one address have limits of their own for the catalogue", async () => {
  const { service } = await clockedService(LIMITED, { standsStill: true });
  for (let account = 0; account < 3; account++) {
    await using assistant = await connectedAssistant(service);
    for (let asked = 0; asked < 120; asked++) {
      const found = await assistant.client.callTool({ name: "search_assets", arguments: { query: "mango" } });
      assert.notEqual(found.isError, true, textOf(found));
    }
  }
});

Deno.test("a hundred old tokens of one address all hear that they must be refreshed", async () => {
  const { service, clock } = await clockedService(LIMITED, { standsStill: true });
  await using assistant = await connectedAssistant(service);
  clock.aheadMs = 16 * MINUTE_MS;
  for (let sent = 0; sent < 100; sent++) {
    const response = await assistant.post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    await response.body?.cancel();
    assert.equal(response.status, 401);
    assert.match(response.headers.get("www-authenticate") ?? "", /error="invalid_token"/);
  }
});
