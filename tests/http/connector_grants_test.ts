import assert from "node:assert/strict";
import { DEFAULT_CONNECTOR_SCOPES } from "../../src/domain/connector_scope.ts";
import { admin } from "../support/admin_process.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { OAuthClient } from "../support/oauth_client.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const SECRET = { run_id: "run_01K0000000000000000000SECR" };
const ASSISTANT = "https://assistant.example.com/oauth?client=1&x=%20";

Deno.test(
  testInTurn(
    "a connector grant of an operator is listed until it is revoked, and a second revocation succeeds too",
    async () => {
      const service = await sharedService(QUEUED);
      const environment = { DATA_DIR: service.dataDir, KV_PATH: service.kvPath };
      const email = newEmail();
      const person = await verifiedBrowser(service, email);
      assert.deepEqual((await person.send("GET", "/users/me/mcp-grants")).body, { items: [], next_cursor: null });
      const granted = await admin(["grant", email, ASSISTANT, "Assistant", "jobs:read"], environment);
      assert.deepEqual([granted.code, granted.out], [0, `${ASSISTANT} holds a grant of ${email}: jobs:read\n`]);
      assert.equal((await admin(["grant", email, "desk"], environment)).code, 0);

      const { body: { items } } = await person.send("GET", "/users/me/mcp-grants");
      const shown = items.map(({ granted_at: at, ...rest }: { granted_at: string }) => {
        assert.match(at, /^\d{4}-\S+Z$/);
        return rest;
      });
      assert.deepEqual(shown, [
        { client_id: "desk", client_name: null, scopes: DEFAULT_CONNECTOR_SCOPES, calls: 0, last_used_at: null },
        { client_id: ASSISTANT, client_name: "Assistant", scopes: ["jobs:read"], calls: 0, last_used_at: null },
      ]);

      const path = `/users/me/mcp-grants?client_id=${encodeURIComponent(ASSISTANT)}`;
      for (let time = 0; time < 2; time++) assert.equal((await person.send("DELETE", path)).status, 204);
      const left = (await person.send("GET", "/users/me/mcp-grants")).body.items;
      assert.deepEqual(
        left.map((grant: { client_id: string }) => grant.client_id),
        ["desk"],
      );
    },
  ),
);

Deno.test("another account's connector grant is neither listed nor revoked", async () => {
  const service = await sharedService(QUEUED);
  const email = newEmail();
  const [ada, bob] = [await verifiedBrowser(service, email), await verifiedBrowser(service)];
  const environment = { DATA_DIR: service.dataDir, KV_PATH: service.kvPath };
  assert.equal((await admin(["grant", email, "desk"], environment)).code, 0);
  assert.equal((await bob.send("DELETE", "/users/me/mcp-grants?client_id=desk")).status, 204);
  assert.deepEqual((await bob.send("GET", "/users/me/mcp-grants")).body.items, []);
  assert.equal((await ada.send("GET", "/users/me/mcp-grants")).body.items.length, 1);
});

Deno.test("a revocation whose client_id is missing, empty, given twice or of 2,049 characters is refused", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  for (const query of ["", "?client_id=", "?client_id=a&client_id=b", `?client_id=${"x".repeat(2_049)}`]) {
    const { status, body } = await person.send("DELETE", `/users/me/mcp-grants${query}`);
    assert.deepEqual([status, body.errors[0].pointer], [422, "/query/client_id"], query);
  }
  const longest = `/users/me/mcp-grants?client_id=${"x".repeat(2_048)}`;
  assert.equal((await person.send("DELETE", longest)).status, 204);
});

Deno.test("the calls of a connector are counted at its grant, and noted without what they contain", async () => {
  const service = await sharedService(QUEUED);
  const email = newEmail();
  const person = await verifiedBrowser(service, email);
  const connector = await OAuthClient.register(service);
  const { body } = await connector.exchange(await connector.code(person));
  const call = async (name: string): Promise<void> => {
    const response = await service.fetch("/mcp", {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: SECRET } }),
      headers: {
        "authorization": `Bearer ${body.access_token}`,
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
      },
    });
    assert.equal(response.status, 200);
    await response.body?.cancel();
  };
  await Promise.all(Array.from({ length: 5 }, () => call("get_run")));
  await until(async () => {
    const [grant] = (await person.send("GET", "/users/me/mcp-grants")).body.items;
    return grant.calls === 5;
  }, "the count of five calls");
  const { account } = await service.store.accounts.findByEmail(email) ?? assert.fail("no account");
  const events = await service.store.securityEvents.list(account.id);
  assert.ok(events.some(({ route, credentialId }) => route === "POST /mcp" && /^gnt_/.test(credentialId ?? "")));
  assert.doesNotMatch(JSON.stringify(events), /00SECR/);
});
