import assert from "node:assert/strict";
import { TOOLS } from "../../src/connector/tools/mod.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { connectedAssistant } from "../support/connected_assistant.ts";
import { sharedService } from "../support/shared_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

/** Python with PyPI's `mcp`, which `MCP_CLIENT_PYTHON` names. */
const PYTHON = Deno.env.get("MCP_CLIENT_PYTHON");
const SCRIPT = new URL("../support/python_assistant.py", import.meta.url).pathname;
if (PYTHON === undefined) noteAbsentProgram("mcp");

for (const mode of ["auto", "legacy"]) {
  Deno.test({
    name: `the Python client in its mode ${mode} submits a run and reads its weights`,
    ignore: PYTHON === undefined,
    async fn() {
      const service = await sharedService();
      await using assistant = await connectedAssistant(service);
      await using folder = await temporaryFolder({ "certificate.pem": service.certificate });
      const args = [SCRIPT, `${service.url}/mcp`, assistant.token, mode, `${folder.path}/certificate.pem`];
      const { stdout, stderr } = await new Deno.Command(PYTHON ?? "", { args }).output();
      const printed = new TextDecoder().decode(stdout);
      assert.notEqual(printed, "", new TextDecoder().decode(stderr));
      const { tools, status, rows } = JSON.parse(printed);
      assert.deepEqual(tools, TOOLS.map(({ name }) => name));
      assert.equal(status, "succeeded");
      const sum = rows.reduce((whole: number, [, weight]: [string, number]) => whole + weight, 0);
      assert.ok(Math.abs(sum - 1) < 1e-9);
    },
  });
}
