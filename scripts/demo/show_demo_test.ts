import assert from "node:assert/strict";
import { type DemoService, startDemoService } from "./demo_service.ts";
import { RunFailed, showDemo } from "./show_demo.ts";
import { testInTurn } from "../../tests/support/tier.ts";

const error = { code: "methods_failed", detail: "No method has an answer" };

/**
 * Test helper. Returns the demo service, whose runs compute one method alone and are all reported as failed when their
 * record is read.
 */
function withFailedRuns(service: DemoService): DemoService {
  return {
    ...service,
    async fetch(request) {
      if (request.method === "POST" && new URL(request.url).pathname === "/jobs") {
        const { stocks } = await request.clone().json();
        const body = JSON.stringify({ stocks, methods: ["equal_weight"] });
        return await service.fetch(new Request(request, { body }));
      }
      const response = await service.fetch(request);
      if (!/^\/jobs\/run_\w+$/.test(new URL(request.url).pathname)) return response;
      return Response.json({ ...await response.json(), status: "failed", error });
    },
  };
}

Deno.test(testInTurn("a demo whose run fails throws an error with the reason, and prints no table", async () => {
  const service = await startDemoService({ variables: { HTTPS_PORT: "0" }, cores: 1 });
  let printed = "";
  try {
    const print = (text: string): void => void (printed += text);
    const { signal } = new AbortController();
    await assert.rejects(showDemo(withFailedRuns(service), { once: true, signal, print }), (thrown) => {
      assert.ok(thrown instanceof RunFailed);
      assert.equal(thrown.message, "The run is failed, methods_failed: No method has an answer");
      return true;
    });
  } finally {
    await service.stop();
  }
  assert.match(printed, /^run /m);
  assert.doesNotMatch(printed, /succeeded|EXMANGO/);
}));
