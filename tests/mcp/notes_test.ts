import { connectedAssistant } from "../support/connected_assistant.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const RUN = {
  stocks: [{ exchange: "NSE", ticker: "EXMANGO" }, { exchange: "NSE", ticker: "EXLOTUS" }],
  methods: ["equal_weight"],
};

Deno.test(
  testInTurn(
    "reading resources, tasks, subscriptions, unknown tools and missing scopes are counted as calls",
    async () => {
      const service = await sharedService(QUEUED);
      await using assistant = await connectedAssistant(service, {
        scopes: ["catalogue:read", "jobs:read", "jobs:write"],
      });
      const { body: { run_id: taskId } } = await assistant.person.send("POST", "/jobs", { body: RUN });
      const callsNow = async () => (await assistant.person.send("GET", "/users/me/mcp-grants")).body.items[0].calls;
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } },
      };
      const ended = new AbortController();
      const messages: readonly (readonly [method: string, params: Record<string, unknown>, name: string])[] = [
        ["resources/list", {}, ""],
        ["resources/read", { uri: "portfolio://methods/hrp" }, "portfolio://methods/hrp"],
        ["resources/read", { uri: `portfolio://runs/${taskId}/summary` }, `portfolio://runs/${taskId}/summary`],
        ["tasks/get", { taskId }, taskId],
        ["tasks/cancel", { taskId }, taskId],
        ["subscriptions/listen", { notifications: { resourceSubscriptions: [] } }, ""],
        ["tools/call", { name: "no_tool", arguments: {} }, "no_tool"],
        ["tools/call", { name: "check_rules", arguments: {} }, "check_rules"],
      ];
      for (const [place, [method, params, name]] of messages.entries()) {
        const response = await assistant.post({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, {
          headers: {
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": method,
            ...name === "" ? {} : { "mcp-name": name },
          },
          signal: ended.signal,
        });
        if (method !== "subscriptions/listen") await response.body?.cancel();
        await until(async () => await callsNow() === place + 1, `the note of ${method} ${name}`);
      }
      ended.abort();
    },
  ),
);

Deno.test("a question to the person and an answer that declines are each counted as a call", async () => {
  const service = await sharedService(QUEUED);
  await using assistant = await connectedAssistant(service, {
    client: { capabilities: { elicitation: { form: {} } } },
  });
  const callsNow = async () => (await assistant.person.send("GET", "/users/me/mcp-grants")).body.items[0].calls;
  assistant.client.setRequestHandler("elicitation/create", () => ({ action: "decline" }));
  await assistant.client.callTool({ name: "cancel_run", arguments: { run_id: "run_01K00000000000000000000000" } });
  await until(async () => await callsNow() === 2, "the notes of the question and of its answer");
});
