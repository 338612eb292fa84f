import assert from "node:assert/strict";
import { type ConnectedAssistant, connectedAssistant } from "../support/connected_assistant.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { until } from "../support/until.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
/** Returns the message that subscribes to the changes of a run. */
const listenTo = (runId: string): unknown => ({
  jsonrpc: "2.0",
  id: 1,
  method: "subscriptions/listen",
  params: { notifications: { resourceSubscriptions: [`portfolio://runs/${runId}/summary`] }, _meta: META },
});
const RUN = {
  stocks: [{ exchange: "NSE", ticker: "EXMANGO" }, { exchange: "NSE", ticker: "EXLOTUS" }],
  methods: ["equal_weight"],
};
const headersOf = (method: string, name?: string): Record<string, string> => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...name === undefined ? {} : { "mcp-name": name },
});

async function revoke({ person, connector }: ConnectedAssistant): Promise<void> {
  const { status } = await person.send("DELETE", `/users/me/mcp-grants?client_id=${encodeURIComponent(connector.id)}`);
  assert.equal(status, 204);
}

Deno.test("a revoked grant ends open subscriptions and answers in hand within a second, and later calls", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service);
  const { body: { run_id } } = await assistant.person.send("POST", "/jobs", { body: RUN });
  const stream = await assistant.post(listenTo(run_id), { headers: headersOf("subscriptions/listen") });
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  const call = {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "get_run", arguments: { run_id, wait_seconds: 20 }, _meta: META },
  };
  const waiting = assistant.post(call, { headers: headersOf("tools/call", "get_run") });
  const { eventStreams } = service.service.dependencies;
  await until(() => eventStreams.open > 0, "the subscription");
  await revoke(assistant);
  const revokedAt = performance.now();
  const [events, answer] = await Promise.all([stream.text(), waiting]);
  const endedMs = performance.now() - revokedAt;
  assert.match(events, /acknowledged/);
  assert.equal(answer.status, 401);
  assert.match(answer.headers.get("www-authenticate") ?? "", /resource_metadata=/);
  await answer.body?.cancel();
  // deno-lint-ignore no-console
  console.log(`Ended ${Math.round(endedMs)} ms after the grant`);
  assert.ok(endedMs < 1_500, `${endedMs} ms`);
  await until(() => eventStreams.open === 0, "the end of the subscription");
  await assert.rejects(assistant.client.listTools());
});

Deno.test("a subscription hears of the change of its run by any process", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service);
  const { body: { run_id } } = await assistant.person.send("POST", "/jobs", { body: RUN });
  const controller = new AbortController();
  const options = { headers: headersOf("subscriptions/listen"), signal: controller.signal };
  const { body: events } = await assistant.post(listenTo(run_id), options);
  assert.ok(events !== null);
  const reader = events.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const listening = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) heard += read.value;
  })().catch(() => undefined);
  const changes = (): number => heard.split("notifications/resources/updated").length - 1;
  await until(() => changes() === 1, "the first look");
  await assistant.person.send("POST", `/jobs/${run_id}/cancel`);
  await until(() => changes() === 2, "the change");
  controller.abort();
  await listening;
});
