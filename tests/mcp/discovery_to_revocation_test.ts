/** Tests that clients of the protocol walk from the address of `/mcp` alone to a revoked grant. */
import assert from "node:assert/strict";
import { UnauthorizedError } from "@modelcontextprotocol/client";
import { CONNECTOR_SCOPES } from "../../src/domain/connector_scope.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { consentAt, oauthAssistant } from "../support/oauth_assistant.ts";
import { RESOURCE } from "../support/oauth_client.ts";
import { clockedService } from "../support/shared_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";

/** Python with PyPI's `mcp`, which `MCP_CLIENT_PYTHON` names. */
const PYTHON = Deno.env.get("MCP_CLIENT_PYTHON");
const SCRIPT = new URL("../support/python_oauth_assistant.py", import.meta.url).pathname;
if (PYTHON === undefined) noteAbsentProgram("mcp");

const RUN = { assets: ["NSE:EXMANGO", "NSE:EXLOTUS", "NSE:EXGINGER"], methods: ["min_volatility"] };
const ACCESS_MS = 15 * 60_000;

Deno.test(
  testInTurn(
    "the SDK's client finds its way from a 401 to a result, refreshes, and is refused after the revocation",
    async () => {
      const { service, clock } = await clockedService();
      const email = newEmail(), person = await verifiedBrowser(service, email);
      const { kept, sent, start } = oauthAssistant(service);

      const first = start();
      await assert.rejects(first.client.connect(first.transport), UnauthorizedError);
      assert.deepEqual(sent, [
        "POST /mcp 401",
        "GET /.well-known/oauth-protected-resource/mcp 200",
        "GET /.well-known/oauth-authorization-server 200",
        "POST /oauth/register 201",
      ]);
      const asked = kept.sentTo?.searchParams;
      assert.deepEqual(
        [asked?.get("code_challenge_method"), asked?.get("resource"), asked?.get("state")],
        ["S256", "https://service.localhost/mcp", kept.state()],
      );
      const led = async (): Promise<URLSearchParams> => {
        const answer = await consentAt(kept.sentTo ?? new URL("about:blank"), { service, person });
        assert.equal(answer.searchParams.get("state"), kept.state());
        return answer.searchParams;
      };
      await first.transport.finishAuth(await led());
      assert.equal(sent.at(-1), "POST /oauth/token 200");

      const { client, transport } = start();
      await client.connect(transport);
      // The person was asked once for all that a run needs, which no 403 has to tell.
      const submitted = await client.callTool({ name: "submit_run", arguments: { ...RUN, monte_carlo: {} } });
      assert.ok(!sent.includes("POST /mcp 403"), sent.join("\n"));
      const { run_id } = submitted.structuredContent as { readonly run_id: string };
      const read = { name: "get_result", arguments: { run_id, section: "weights" } };
      const { table } = (await client.callTool(read)).structuredContent as {
        readonly table: { readonly rows: unknown[] };
      };
      assert.equal(table.rows.length, RUN.assets.length);

      const before = kept.tokens();
      clock.aheadMs += ACCESS_MS + 1_000;
      sent.length = 0;
      assert.equal((await client.callTool(read)).isError, undefined);
      assert.deepEqual([sent.at(0), ...sent.slice(-2)], ["POST /mcp 401", "POST /oauth/token 200", "POST /mcp 200"]);
      assert.notEqual(kept.tokens()?.access_token, before?.access_token);
      assert.notEqual(kept.tokens()?.refresh_token, before?.refresh_token);

      // By this clock the person's own access token has run out too.
      await person.logIn(email);
      const { body: { items: [grant] } } = await person.send("GET", "/users/me/mcp-grants");
      assert.equal(grant.client_name, "SDK");
      const ended = `/users/me/mcp-grants?client_id=${encodeURIComponent(grant.client_id)}`;
      assert.equal((await person.send("DELETE", ended)).status, 204);
      sent.length = 0;
      kept.sentTo = null;
      await assert.rejects(client.callTool(read), UnauthorizedError);
      assert.equal(sent[0], "POST /mcp 401");
      assert.ok(sent.includes("POST /oauth/token 400"), sent.join("\n"));
      assert.ok(!sent.includes("POST /mcp 200"));
      assert.deepEqual((await person.send("GET", "/users/me/mcp-grants")).body.items, []);
      await client.close();
    },
  ),
);

Deno.test(
  testInTurn(
    "where a person allowed reading alone, the SDK's client learns from a 403 what a run needs, and asks anew",
    async () => {
      const { service } = await clockedService();
      const person = await verifiedBrowser(service);
      const { kept, sent, start } = oauthAssistant(service);
      const led = async (allowed?: readonly string[]): Promise<URLSearchParams> =>
        (await consentAt(kept.sentTo ?? new URL("about:blank"), { service, person }, allowed)).searchParams;
      const first = start();
      await assert.rejects(first.client.connect(first.transport), UnauthorizedError);
      assert.equal(kept.sentTo?.searchParams.get("scope"), CONNECTOR_SCOPES.join(" "));
      await first.transport.finishAuth(await led(["jobs:read", "catalogue:read"]));
      const { client, transport } = start();
      await client.connect(transport);
      const submit = { name: "submit_run", arguments: RUN };
      await assert.rejects(client.callTool(submit), UnauthorizedError);
      assert.ok(sent.includes("POST /mcp 403"), sent.join("\n"));
      await transport.finishAuth(await led(["jobs:read", "jobs:write", "catalogue:read"]));
      assert.equal((await client.callTool(submit)).isError, undefined);
      await client.close();
    },
  ),
);

Deno.test({
  name: "the Python client finds its way from a 401 to a result, refreshes, and is refused after the revocation",
  ignore: PYTHON === undefined,
  async fn() {
    const { service, clock } = await clockedService();
    const email = newEmail(), person = await verifiedBrowser(service, email);
    let consents = 0;
    const answers: Readonly<Record<string, (url: string) => Promise<string>>> = {
      async consent(url) {
        consents++;
        return (await consentAt(new URL(url), { service, person })).href;
      },
      later() {
        clock.aheadMs += ACCESS_MS + 1_000;
        return Promise.resolve(String(ACCESS_MS / 1_000 + 1));
      },
      async revoke() {
        await person.logIn(email);
        const { body: { items: [grant] } } = await person.send("GET", "/users/me/mcp-grants");
        assert.equal(grant.client_name, "Python");
        const ended = `/users/me/mcp-grants?client_id=${encodeURIComponent(grant.client_id)}`;
        assert.equal((await person.send("DELETE", ended)).status, 204);
        return "";
      },
    };
    await using folder = await temporaryFolder({ "certificate.pem": service.certificate });
    const args = [SCRIPT, RESOURCE, service.url, `${folder.path}/certificate.pem`];
    const piped = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
    await using child = new Deno.Command(PYTHON ?? "", { args, ...piped }).spawn();
    const input = child.stdin.getWriter();
    let walked: Walked | null = null;
    for await (const line of linesOf(child.stdout)) {
      const { ask, url, ...told } = JSON.parse(line);
      if (ask === undefined) walked = told;
      else await input.write(new TextEncoder().encode(`${await answers[ask](url)}\n`));
    }
    await input.close();
    assert.ok(walked !== null);
    assert.deepEqual(walked.sent.slice(0, 5), [
      "POST /mcp 401",
      "GET /.well-known/oauth-protected-resource/mcp 200",
      "GET /.well-known/oauth-authorization-server 200",
      "POST /oauth/register 201",
      "POST /oauth/token 200",
    ]);
    assert.deepEqual([consents, walked.sent.includes("POST /mcp 403")], [1, false]);
    assert.equal(walked.rows.length, RUN.assets.length);
    assert.deepEqual(walked.refreshed, ["POST /oauth/token 200", "POST /mcp 200"]);
    assert.equal(walked.refused[0], "POST /mcp 401");
    assert.ok(!walked.refused.includes("POST /mcp 200"));
  },
});

/** What the Python client says of its walk: the requests of each part, and the rows of weights. */
interface Walked {
  readonly sent: readonly string[];
  readonly rows: readonly unknown[];
  readonly refreshed: readonly string[];
  readonly refused: readonly string[];
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
