import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { TOOLS } from "../../src/connector/tools/mod.ts";
import { REVISIONS, textOf } from "../support/connected_assistant.ts";
import { csvOfPrices } from "../support/console_studio.ts";
import { localAssistant } from "../support/local_assistant.ts";
import { markdownDocument } from "../support/markdown_document.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";

// The client leaves a timer of its own behind when it ends its process.
Deno.test.sanitizer({ ops: false, resources: false });

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

type Told = Awaited<ReturnType<Client["callTool"]>>;

/** Returns the end of the run that an answer tells of, for which a busy machine needs longer than one call waits. */
async function endOf(told: Told, client: Client): Promise<{ readonly run_id: string; readonly status: string }> {
  assert.notEqual(told.isError, true, textOf(told));
  const state = told.structuredContent as { run_id: string; status: string };
  if (state.status !== "queued" && state.status !== "running") return state;
  const given = { run_id: state.run_id, wait_seconds: 20 };
  return await endOf(await client.callTool({ name: "get_run", arguments: given }), client);
}

for (const revision of REVISIONS) {
  Deno.test(
    testInTurn(`an assistant of revision ${revision} optimises a CSV file of one's own folder over stdio`, async () => {
      await using folder = await temporaryFolder();
      await Deno.writeTextFile(`${folder.path}/prices.csv`, csvOfPrices(5, 300));
      await using assistant = await localAssistant({ folder: folder.path, revision });
      const { client } = assistant;
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name), TOOLS.map(({ name }) => name));
      const run = {
        prices: { file: "prices.csv" },
        methods: ["min_cvar"],
        constraints: { weight_bounds: { max: 0.3 } },
      };
      const submitted = await client.callTool({ name: "submit_run", arguments: run });
      const { run_id, status } = await endOf(submitted, client);
      assert.equal(status, "succeeded");
      const result = await client.callTool({ name: "get_result", arguments: { run_id, section: "weights" } });
      const { table: { rows } } = result.structuredContent as { table: { rows: [string, number][] } };
      assert.ok(Math.abs(rows.reduce((sum, [, weight]) => sum + weight, 0) - 1) < 1e-9);
      assert.ok(rows.every(([, weight]) => weight <= 0.3 + 1e-9));
      const outside = await client.callTool({
        name: "submit_run",
        arguments: { prices: { file: "../prices.csv" }, methods: ["min_cvar"] },
      });
      assert.match(textOf(outside), /^Cannot find the table "\.\.\/prices\.csv": the folder has prices\.csv/);
      await Deno.writeTextFile(`${folder.path}/prices.csv`, csvOfPrices(5, 250));
      const edited = await client.callTool({ name: "submit_run", arguments: run });
      assert.notEqual((await endOf(edited, client)).run_id, run_id);
    }),
  );
}

Deno.test(testInTurn("the lines of the README let an assistant optimise the file that they name", async () => {
  await using folder = await temporaryFolder({ "prices.csv": csvOfPrices(5, 300) });
  const [configuration = ""] = markdownDocument("README.md").blocks("json");
  const { command, args } = JSON.parse(configuration).mcpServers.portfolio;
  const [yes, runtime, ...rest] = args.map((argument: string) =>
    argument.replace("/this/folder", ROOT).replace("/my", folder.path)
  );
  // Other tests hold the version of the README to the one that is pinned; this one takes the runtime that it has.
  assert.deepEqual([command, yes], ["npx", "--yes"]);
  assert.match(runtime, /^deno@[\d.]+$/);
  const client = new Client({ name: "desktop", version: "1" });
  await client.connect(new StdioClientTransport({ command: Deno.execPath(), args: rest, cwd: folder.path }));
  try {
    const run = { prices: { file: "prices.csv" }, methods: ["min_volatility"] };
    const submitted = await client.callTool({ name: "submit_run", arguments: run });
    assert.equal((await endOf(submitted, client)).status, "succeeded");
  } finally {
    await client.close();
  }
}));
