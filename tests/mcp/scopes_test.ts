import assert from "node:assert/strict";
import { connectedAssistant } from "../support/connected_assistant.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";

const RUN_ID = "run_01K00000000000000000000000";
const SUMMARY = `portfolio://runs/${RUN_ID}/summary`;

/** Messages by the scopes that each needs beside `catalogue:read`. */
const MESSAGES: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>, needs: string])[] = [
  ["tools/call", { name: "get_run", arguments: { run_id: RUN_ID } }, "jobs:read"],
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
