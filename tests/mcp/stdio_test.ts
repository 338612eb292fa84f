import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { TOOLS } from "../../src/connector/tools/mod.ts";
import { REVISIONS, textOf } from "../support/connected_assistant.ts";
import { csvOfPrices } from "../support/console_studio.ts";
import { argumentsOfTask } from "../support/task_arguments.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

// The client leaves a timer of its own behind when it ends its process.
Deno.test.sanitizer({ ops: false, resources: false });

const ROOT = new URL("../../", import.meta.url).pathname;

for (const revision of REVISIONS) {
  Deno.test(`an assistant of revision ${revision} optimises a CSV file of one's own folder over stdio`, async () => {
    await using folder = await temporaryFolder();
    await Deno.writeTextFile(`${folder.path}/prices.csv`, csvOfPrices(5, 300));
    const client = new Client({ name: "desktop", version: "1" }, {
      versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } },
    });
    await client.connect(
      new StdioClientTransport({
        command: Deno.execPath(),
        args: ["run", ...argumentsOfTask("mcp")],
        cwd: ROOT,
        env: { INIT_CWD: folder.path },
      }),
    );
    try {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name), TOOLS.map(({ name }) => name));
      const run = {
        prices: { file: "prices.csv" },
        methods: ["min_cvar"],
        constraints: { weight_bounds: { max: 0.3 } },
      };
      const submitted = await client.callTool({ name: "submit_run", arguments: run });
      assert.notEqual(submitted.isError, true, textOf(submitted));
      const { run_id, status } = submitted.structuredContent as { run_id: string; status: string };
      assert.equal(status, "succeeded", textOf(submitted));
      const result = await client.callTool({ name: "get_result", arguments: { run_id, section: "weights" } });
      const { table: { rows } } = result.structuredContent as { table: { rows: [string, number][] } };
      assert.ok(Math.abs(rows.reduce((sum, [, weight]) => sum + weight, 0) - 1) < 1e-9);
      assert.ok(rows.every(([, weight]) => weight <= 0.3 + 1e-9));
      await Deno.writeTextFile(`${folder.path}/prices.csv`, csvOfPrices(5, 250));
      const edited = await client.callTool({ name: "submit_run", arguments: run });
      assert.notEqual(edited.isError, true, textOf(edited));
      assert.notEqual((edited.structuredContent as { run_id: string }).run_id, run_id);
      const outside = await client.callTool({
        name: "submit_run",
        arguments: { prices: { file: "../prices.csv" }, methods: ["min_cvar"] },
      });
      assert.match(textOf(outside), /^Cannot find the table "\.\.\/prices\.csv": the folder has prices\.csv/);
    } finally {
      await client.close();
    }
  });
}
