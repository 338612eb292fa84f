import assert from "node:assert/strict";
import { admin } from "../support/admin_process.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";

const ASSISTANT = "https://assistant.example.com/oauth?client=1&x=%20";

Deno.test("a connector grant of an operator is listed until it is revoked, and a second revocation succeeds too", async () => {
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
    { client_id: "desk", client_name: null, scopes: ["jobs:read", "jobs:write"], last_used_at: null },
    { client_id: ASSISTANT, client_name: "Assistant", scopes: ["jobs:read"], last_used_at: null },
  ]);

  const path = `/users/me/mcp-grants?client_id=${encodeURIComponent(ASSISTANT)}`;
  for (let time = 0; time < 2; time++) assert.equal((await person.send("DELETE", path)).status, 204);
  const left = (await person.send("GET", "/users/me/mcp-grants")).body.items;
  assert.deepEqual(left.map((grant: { client_id: string }) => grant.client_id), ["desk"]);
});

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
