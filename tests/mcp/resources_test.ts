import assert from "node:assert/strict";
import { PROMPTS } from "../../src/connector/prompts/mod.ts";
import { type ConnectedAssistant, connectedAssistant, REVISIONS } from "../support/connected_assistant.ts";
import { sharedService } from "../support/shared_service.ts";

/** Reads a resource and returns its media type and its text or base64. */
async function read(
  { client }: ConnectedAssistant,
  uri: string,
): Promise<{ mimeType: string | undefined; content: string }> {
  const { contents: [first] } = await client.readResource({ uri });
  return { mimeType: first.mimeType, content: "text" in first ? first.text : first.blob };
}

for (const revision of REVISIONS) {
  Deno.test(`an assistant of revision ${revision} reads results, charts, pages of methods and the view`, async () => {
    const service = await sharedService();
    await using assistant = await connectedAssistant(service, { revision });
    const run = { assets: ["NSE:EXMANGO", "NSE:EXLOTUS", "NSE:EXGINGER"], methods: ["min_volatility"] };
    const submitted = await assistant.client.callTool({ name: "submit_run", arguments: run });
    const { run_id } = submitted.structuredContent as { run_id: string };
    const { resources } = await assistant.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    assert.ok(uris.includes(`portfolio://runs/${run_id}/summary`));
    assert.match((await read(assistant, `portfolio://runs/${run_id}/weights`)).content, /NSE:EX/);
    const chart = await read(assistant, `portfolio://runs/${run_id}/files/charts/weights.svg`);
    assert.equal(chart.mimeType, "image/svg+xml");
    assert.match(chart.content, /^<svg/);
    assert.match((await read(assistant, "portfolio://methods/min_cvar")).content, /^# /);
    const view = await read(assistant, "ui://portfolio-optimization/result.html");
    assert.equal(view.mimeType, "text/html;profile=mcp-app");
    assert.ok(!/src="http|href="http|url\(/.test(view.content));
    for (
      const uri of [
        "portfolio://runs/run_1/weights",
        `portfolio://runs/${run_id}/files/comparison.json`,
        "file:///etc/passwd",
      ]
    ) {
      await assert.rejects(assistant.client.readResource({ uri }), uri);
    }
  });
}

Deno.test("a grant for the catalogue alone lists and reads no runs", async () => {
  const service = await sharedService();
  await using assistant = await connectedAssistant(service, { scopes: ["catalogue:read"] });
  const { resources } = await assistant.client.listResources();
  assert.ok(resources.length > 10);
  assert.ok(!resources.some(({ uri }) => uri.startsWith("portfolio://runs/")));
  const uri = "portfolio://runs/run_01K00000000000000000000000/summary";
  await assert.rejects(assistant.client.readResource({ uri }));
});

Deno.test("a prompt begins a walk with what the person names", async () => {
  const service = await sharedService();
  await using assistant = await connectedAssistant(service);
  const { prompts } = await assistant.client.listPrompts();
  assert.deepEqual(prompts.map(({ name }) => name), PROMPTS.map(({ name }) => name));
  for (const { name, argument } of PROMPTS) {
    const { messages: [{ content }] } = await assistant.client.getPrompt({
      name,
      arguments: { [argument.name]: "EXMANGO" },
    });
    assert.match(content.type === "text" ? content.text : "", /EXMANGO/);
    await assert.rejects(assistant.client.getPrompt({ name, arguments: {} }));
  }
});
