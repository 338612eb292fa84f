/** Tests that clients of the protocol walk from the address of `/mcp` alone to a revoked grant. */
import assert from "node:assert/strict";
import { UnauthorizedError } from "@modelcontextprotocol/client";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { consentAt, oauthAssistant } from "../support/oauth_assistant.ts";
import { clockedService } from "../support/shared_service.ts";

const RUN = { assets: ["NSE:EXMANGO", "NSE:EXLOTUS", "NSE:EXGINGER"], methods: ["min_volatility"] };
const ACCESS_MS = 15 * 60_000;

Deno.test("the SDK's client finds its way from a 401 to a result, refreshes, and is refused after the revocation", async () => {
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
  const submit = { name: "submit_run", arguments: RUN };
  // The first challenge names what reads; the client learns from a 403 what submitting needs, and asks the person anew.
  await assert.rejects(client.callTool(submit), UnauthorizedError);
  assert.ok(sent.includes("POST /mcp 403"), sent.join("\n"));
  assert.ok(kept.sentTo?.searchParams.get("scope")?.split(" ").includes("jobs:write"));
  await transport.finishAuth(await led());
  const submitted = await client.callTool(submit);
  const { run_id } = submitted.structuredContent as { readonly run_id: string };
  const read = { name: "get_result", arguments: { run_id, section: "weights" } };
  const { table } = (await client.callTool(read)).structuredContent as { readonly table: { readonly rows: unknown[] } };
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
});
