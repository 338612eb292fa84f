import assert from "node:assert/strict";
import { Browser, newEmail, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import type { RunningService } from "../support/running_service.ts";
import { clockedService, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

/** Returns the security log of an account, one text per event: problem code or outcome, and route. */
async function logOf(service: RunningService, email: string): Promise<readonly string[]> {
  await service.service.dependencies.background.settled();
  const member = await service.store.accounts.findByEmail(email);
  assert.ok(member !== null);
  const events = await service.store.securityEvents.list(member.account.id);
  for (const { address } of events) assert.equal(address, "127.0.0.1");
  return events.map(({ outcome, code, route }) => `${code ?? outcome} ${route}`);
}

Deno.test("the security log of an account has its sign-ins, credential changes and refusals, and no secret", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  await browser.logIn(email, "Wrong horse");
  const { body: client } = await browser.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await browser.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key" } });
  await browser.send("DELETE", `/auth/api-keys/${key.id}`);
  await browser.send("POST", "/auth/password", { body: { current_password: "x", new_password: "Better battery" } });
  await browser.send("POST", "/auth/logout");
  assert.deepEqual([...await logOf(service, email)].sort(), [
    "invalid_credentials POST /auth/login",
    "invalid_credentials POST /auth/password",
    "succeeded DELETE /auth/api-keys/{id}",
    "succeeded POST /auth/api-clients",
    "succeeded POST /auth/api-keys",
    "succeeded POST /auth/login",
    "succeeded POST /auth/logout",
    "succeeded POST /auth/signup",
  ]);
  const member = await service.store.accounts.findByEmail(email);
  const written = JSON.stringify(await service.store.securityEvents.list(member?.account.id ?? assert.fail()));
  const secretOfKey = key.key.split("_").slice(2).join("_");
  for (const secret of [PASSWORD, key.key, secretOfKey]) assert.ok(!written.includes(secret));
});

Deno.test("the security log has uses and refusals of an API key under its id, each once an hour however often they occur", async () => {
  const { service, clock } = await clockedService({}, { standsStill: true });
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const { body: client } = await browser.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await browser.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key" } });
  const thief = new Browser(service);
  const take = (path: string) => thief.send("GET", path, { headers: { "x-api-key": key.key } });
  for (let index = 0; index < 5; index++) {
    await take("/jobs/active");
    await take("/jobs/history");
    await take("/billing/me");
  }
  const lines = (await logOf(service, email)).filter((line) => !line.includes("/auth/"));
  assert.deepEqual(lines.sort(), ["jwt_user_required GET /billing/me", "succeeded GET /jobs/active"]);
  clock.aheadMs += 3_600_000;
  await take("/jobs/active");
  assert.equal((await logOf(service, email)).filter((line) => line === "succeeded GET /jobs/active").length, 2);
  const member = await service.store.accounts.findByEmail(email);
  const events = await service.store.securityEvents.list(member?.account.id ?? assert.fail());
  assert.equal(events.filter(({ credentialId }) => credentialId === key.id).length, 3);
});

Deno.test(
  testInTurn(
    "1,500 wrong passwords do not all stay in the security log, and do not displace its sign-ins",
    async () => {
      const service = await sharedService();
      const email = newEmail();
      await verifiedBrowser(service, email);
      await service.service.dependencies.background.settled();
      const member = await service.store.accounts.findByEmail(email);
      assert.ok(member !== null);
      const { account: { id } } = member;
      const refusal = { route: "POST /auth/login", address: "203.0.113.7", credentialId: null } as const;
      const append = (): Promise<void> =>
        service.store.securityEvents.append(id, {
          ...refusal,
          at: Date.now(),
          outcome: "refused",
          code: "invalid_credentials",
        });
      for (let appended = 0; appended < 1_500; appended += 50) await Promise.all(Array.from({ length: 50 }, append));
      const events = await service.store.securityEvents.list(id);
      assert.ok(events.length < 1_400, `${events.length} events`);
      assert.ok(events.some(({ outcome, route }) => outcome === "succeeded" && route === "POST /auth/login"));
    },
  ),
);

Deno.test("a requested reset or verification mail is in the account's security log, and the response does not reveal the account", async () => {
  const service = await sharedService();
  const email = newEmail();
  await verifiedBrowser(service, email);
  const stranger = new Browser(service);
  for (const path of ["/auth/password/reset/request", "/auth/email/verify/request"]) {
    const [known, unknown] = [
      await stranger.send("POST", path, { body: { email } }),
      await stranger.send("POST", path, { body: { email: newEmail() } }),
    ];
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  }
  const lines = (await logOf(service, email)).filter((line) => line.startsWith("asked"));
  assert.deepEqual(lines.sort(), ["asked POST /auth/email/verify/request", "asked POST /auth/password/reset/request"]);
});

Deno.test("an API key with a wrong secret and the token of an ended session are in their account's security log", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const { body: client } = await browser.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await browser.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key" } });
  const wrong = [...key.key.split("_").slice(0, 2), "A".repeat(43)].join("_");
  const headers = [{ "x-api-key": wrong }, { authorization: `Bearer ${browser.accessToken}` }];
  await browser.send("POST", "/auth/logout");
  for (const sent of headers) {
    assert.equal((await new Browser(service).send("GET", "/jobs/active", { headers: sent })).status, 401);
  }
  const lines = (await logOf(service, email)).filter((line) => line.includes("/jobs/active"));
  assert.deepEqual(lines.sort(), ["key_invalid GET /jobs/active", "session_revoked GET /jobs/active"]);
  const member = await service.store.accounts.findByEmail(email);
  const events = await service.store.securityEvents.list(member?.account.id ?? assert.fail());
  assert.equal(events.find(({ code }) => code === "key_invalid")?.credentialId, key.id);
});

Deno.test("a deleted account leaves no record in the store, its security log included", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const accountId = (await service.store.accounts.findByEmail(email))?.account.id ?? assert.fail();
  assert.equal((await browser.send("DELETE", "/users/me")).status, 204);
  assert.equal((await browser.send("GET", "/users/me")).status, 401);
  const { background } = service.service.dependencies;
  await background.settled();
  await service.store.maintenance.sweep();
  const kv = await service.openKv();
  const keys = (await Array.fromAsync(kv.list({ prefix: [] }))).map(({ key }) => JSON.stringify(key));
  await kv.close();
  assert.deepEqual(keys.filter((key) => key.includes(accountId)), []);
});
