import assert from "node:assert/strict";
import { fakePage } from "../../../tests/support/fake_page.ts";

const page = fakePage();
const { runConfig, runResult } = await import("./run_documents.ts");

const isJson = { "content-type": "application/json" };

Deno.test("a document of a run that breaks off on its way is a refusal that may pass, and is read with the next try", async () => {
  for (const source of [runResult, runConfig]) {
    page.answer = () => new Response('{"methods": [{"na', { headers: isJson });
    await source.load("run_1");
    assert.equal(source.known("run_1").value.refusal?.code, "unreachable");
    page.answer = () => new Response('{"methods": []}', { headers: isJson });
    await source.load("run_1");
    assert.deepEqual(source.known("run_1").value, { value: { methods: [] }, refusal: null, isWaiting: false });
  }
});
