import assert from "node:assert/strict";
import { DAY_MS } from "../../src/domain/instant.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { decide, OAuthClient, REDIRECT } from "../support/oauth_client.ts";
import { runService } from "../support/running_service.ts";
import { answerWith, strangerServer } from "../support/stranger_server.ts";

Deno.test("a connector whose id is the address of its document needs no registration: consent, tokens, refresh and end", async () => {
  await using server = await strangerServer();
  const clock = { aheadMs: 0 };
  await using service = await runService({ environment: { WORKERS: "0" }, strangers: server.network, clock });
  const id = `${server.origin}/connector.json`;
  server.answer = answerWith({ client_id: id, client_name: "Desk", redirect_uris: [REDIRECT] });
  const person = await verifiedBrowser(service);
  const connector = OAuthClient.of(service, id);
  const request = await connector.request();
  const shown = (await person.send("GET", `/oauth/requests/${request}`)).body;
  assert.deepEqual(
    [shown.client_id, shown.client_name, shown.client_host, shown.redirect_host],
    [id, "Desk", new URL(server.origin).host, "assistant.example.com"],
  );
  const { body: { redirect_to } } = await decide(person, request, ["jobs:read"]);
  const code = new URL(redirect_to).searchParams.get("code") ?? "";
  const { status, body } = await connector.exchange(code);
  assert.deepEqual([status, body.scope], [200, "jobs:read"]);
  assert.equal((await person.send("GET", "/users/me/mcp-grants")).body.items[0].client_id, id);
  assert.equal(server.asked.length, 1);

  // The document is gone, and nothing of it is needed to go on: another day, its maker takes an address away.
  clock.aheadMs += DAY_MS + 1;
  server.answer = answerWith({ client_id: id, client_name: "Desk", redirect_uris: [`${REDIRECT}/2`] });
  const refreshed = await connector.refresh(body.refresh_token);
  assert.equal(refreshed.status, 200);
  assert.equal((await connector.authorize()).status, 400);
  assert.equal((await connector.authorize({ redirect_uri: `${REDIRECT}/2` })).status, 302);
  const wrong = await connector.refresh(refreshed.body.refresh_token, { client_secret: "x" });
  assert.deepEqual([wrong.status, wrong.body.error], [401, "invalid_client"]);
  assert.equal(
    (await connector.send("/oauth/revoke", { token: refreshed.body.refresh_token, client_id: id })).status,
    200,
  );
  const after = await connector.refresh(refreshed.body.refresh_token);
  assert.deepEqual([after.status, after.body.error], [400, "invalid_grant"]);
});

Deno.test("nobody is led anywhere by a connector whose document cannot be fetched from the internet", async () => {
  await using service = await runService({ environment: { WORKERS: "0" } });
  for (const id of ["https://localhost/c.json", "https://127.0.0.1/c.json", "https://name.invalid/c.json"]) {
    const { status, headers } = await OAuthClient.of(service, id).authorize();
    assert.deepEqual([status, headers.get("location")], [400, null], id);
  }
});
