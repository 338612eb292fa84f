import assert from "node:assert/strict";
import { connectedAssistant } from "../support/connected_assistant.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";

const RUN_ID = "run_01K00000000000000000000000";
const SUMMARY = `portfolio://runs/${RUN_ID}/summary`;

/** Messages by the scopes that each needs beside `catalogue:read`. */
const MESSAGES: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>, needs: string])[] = [
  ["tools/call", { name: "get_run", arguments: { run_id: RUN_ID } }, "jobs:read"],
  ["tools/call", { name: "submit_run", arguments: { methods: ["hrp"], monte_carlo: {} } }, "jobs:write analysis:write"],
  ["resources/read", { uri: SUMMARY }, "jobs:read"],
  ["subscriptions/listen", { notifications: { resourceSubscriptions: [SUMMARY] } }, "jobs:read"],
  [
    "subscriptions/listen",
    { notifications: { resourceSubscriptions: ["portfolio://methods/hrp", SUMMARY] } },
    "jobs:read",
  ],
  ["tasks/get", { taskId: RUN_ID }, "jobs:read"],
  ["tasks/update", { taskId: RUN_ID, inputResponses: {} }, "jobs:read"],
  ["tasks/cancel", { taskId: RUN_ID }, "jobs:write"],
];

Deno.test("every message that reads or changes runs is refused with the scope that its grant lacks", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service, { scopes: ["catalogue:read"] });
  for (const [method, params, needs] of MESSAGES) {
    const response = await assistant.post({ jsonrpc: "2.0", id: 1, method, params });
    await response.body?.cancel();
    assert.equal(response.status, 403, method);
    const challenge = response.headers.get("www-authenticate") ?? "";
    assert.ok(challenge.includes(`error="insufficient_scope", scope="catalogue:read ${needs}"`), challenge);
  }
});

Deno.test("a run with a simulation needs analysis:write beside jobs:write, and none is made without it", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service, { scopes: ["jobs:read", "jobs:write"] });
  const run = { assets: ["NSE:EXMANGO", "NSE:EXLOTUS"], methods: ["equal_weight"], monte_carlo: {} };
  const params = { name: "submit_run", arguments: run };
  const response = await assistant.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  assert.equal(response.status, 403);
  assert.match((await response.json()).error.message, /does not allow submit_run: it needs analysis:write$/);
  const challenge = response.headers.get("www-authenticate") ?? "";
  assert.ok(challenge.includes('scope="jobs:read jobs:write analysis:write"'), challenge);
  assert.deepEqual((await assistant.person.send("GET", "/jobs/history")).body.items, []);
});
