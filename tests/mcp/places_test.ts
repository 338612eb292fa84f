import assert from "node:assert/strict";
import { connectedAssistant } from "../support/connected_assistant.ts";
import { runService } from "../support/running_service.ts";
import { QUEUED } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const RUN_ID = "run_01K00000000000000000000000";
const LISTEN = {
  jsonrpc: "2.0",
  id: 1,
  method: "subscriptions/listen",
  params: {
    notifications: { resourceSubscriptions: [`portfolio://runs/${RUN_ID}/summary`] },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};
const HEADERS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };

Deno.test(
  testInTurn(
    "of 101 subscriptions of an account the last is refused and leaves nothing behind, and calls still go",
    async () => {
      await using service = await runService({ environment: QUEUED });
      await using assistant = await connectedAssistant(service, { revision: "2025-11-25" });
      const { eventStreams, jobs } = service.service.dependencies;
      const ended = new AbortController();
      const { signal } = ended;
      const open = await Promise.all(
        Array.from({ length: 100 }, () => assistant.post(LISTEN, { headers: HEADERS, signal })),
      );
      assert.deepEqual([open.every(({ status }) => status === 200), eventStreams.open], [true, 100]);
      const refused = await assistant.post(LISTEN, { headers: HEADERS });
      assert.deepEqual([refused.status, eventStreams.open], [429, 100]);
      await refused.body?.cancel();
      // Revision 2025-11-25 answers every call by events, which need no place.
      const { isError = false } = await assistant.client.callTool({ name: "methods", arguments: {} });
      assert.equal(isError, false);

      ended.abort();
      await until(() => eventStreams.open === 0, "the end of the subscriptions");
      let reads = 0;
      const get = jobs.get.bind(jobs);
      jobs.get = (...given) => {
        reads++;
        return get(...given);
      };
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      assert.equal(reads, 0, "a follower of the refused subscription still looks");
    },
  ),
);
