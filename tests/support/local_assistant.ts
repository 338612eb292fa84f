import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Revision, REVISIONS } from "./connected_assistant.ts";
import { argumentsOfTask } from "./task_arguments.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Client of the tools over standard input and output, in a process of its own. */
export interface LocalAssistant extends AsyncDisposable {
  readonly client: Client;
}

/** Test helper. Connects a client of the given revision to `deno task mcp` on the files of a folder. */
export async function localAssistant(
  { folder, revision = REVISIONS[0] }: { readonly folder: string; readonly revision?: Revision },
): Promise<LocalAssistant> {
  const client = new Client({ name: "desktop", version: "1" }, {
    versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } },
  });
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: ["run", ...argumentsOfTask("mcp")],
      cwd: ROOT,
      env: { INIT_CWD: folder },
    }),
  );
  return { client, [Symbol.asyncDispose]: () => client.close() };
}
