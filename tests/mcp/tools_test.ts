import assert from "node:assert/strict";
import { connectedAssistant, REVISIONS, textOf } from "../support/connected_assistant.ts";
import { sharedService } from "../support/shared_service.ts";

const ASSETS = ["NSE:EXMANGO", "NSE:EXLOTUS", "NSE:EXGINGER", "NSE:EXHORNBILL", "NSE:EXJASMINE"];

for (const revision of REVISIONS) {
  Deno.test(`an assistant of revision ${revision} lists methods and submits a run that the account then has`, async () => {
    const service = await sharedService();
    await using assistant = await connectedAssistant(service, { revision });
    const { client, person } = assistant;
    const { tools } = await client.listTools();
    assert.ok(tools.length > 1);
    const methods = await client.callTool({ name: "methods", arguments: {} });
    assert.match(textOf(methods), /min_volatility/);
    const run = { assets: ASSETS, methods: ["min_volatility"], constraints: { weight_bounds: { max: 0.4 } } };
    const submitted = await client.callTool({ name: "submit_run", arguments: run });
    assert.equal(submitted.isError ?? false, false, textOf(submitted));
    const { run_id, status } = submitted.structuredContent as { run_id: string; status: string };
    assert.equal(status, "succeeded", textOf(submitted));
    const { body } = await person.send("GET", `/jobs/${run_id}/result`);
    assert.equal(body.methods[0].status, "optimal");

    const again = await client.callTool({ name: "submit_run", arguments: run });
    assert.equal((again.structuredContent as { run_id: string }).run_id, run_id);
  });
}
