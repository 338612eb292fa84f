import assert from "node:assert/strict";
import { createApp } from "../../src/app.ts";
import { defineEndpoint } from "../../src/http/endpoint.ts";
import { Browser, newEmail, verifiedBrowser } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { runService } from "../support/running_service.ts";
import { routeGroupOf } from "../support/route_group_of.ts";
import { sharedService } from "../support/shared_service.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { usedMeters } from "../support/used_meters.ts";

Deno.test("the profile shows the user and accepts a valid display name", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const { body } = await browser.send("GET", "/users/me");
  assert.deepEqual({ ...body, id: "", created_at: "" }, {
    id: "",
    email,
    full_name: "Ada Lovelace",
    display_name: null,
    email_verified: true,
    plan: "enterprise",
    created_at: "",
  });
  for (const name of ["Ada", "Ada 🙂 <b>", null]) {
    const changed = await browser.send("PATCH", "/users/me", { body: { display_name: name } });
    assert.deepEqual(changed.body, { ...body, display_name: name });
    assert.deepEqual((await browser.send("GET", "/users/me")).body, changed.body);
  }
  for (
    const bad of [{}, { display_name: "" }, { display_name: "a\nb" }, { display_name: 5 }, { email: "x@example.com" }]
  ) {
    assert.equal((await browser.send("PATCH", "/users/me", { body: bad })).status, 422, JSON.stringify(bad));
  }
});

Deno.test("billing shows the plan, this month's use of the three meters and the use of storage", async () => {
  const clock = { aheadMs: Date.UTC(2027, 1, 28, 23, 59) - Date.now(), standsStill: true };
  await using service = await runService({ environment: { WORKERS: "0" }, clock });
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const billing = async () => (await browser.send("GET", "/billing/me")).body;
  const resets_at = "2027-03-01T00:00:00.000Z";
  assert.deepEqual(await billing(), {
    plan: "free",
    period: { start: "2027-02-01T00:00:00.000Z", end: resets_at },
    meters: usedMeters().map((meter) => ({ ...meter, resets_at })),
    storage_bytes: { used: 0, limit: 10 * 1024 ** 3 },
    running_jobs: { limit: 4 },
  });
  const member = await service.store.accounts.findByEmail(email);
  assert.ok(member);
  await service.store.accounts.setPlan(member.account.id, "enterprise");
  await submittedJob(service.store, member.account.id);
  const after = await billing();
  assert.deepEqual(after.storage_bytes, { used: "{}".length, limit: 1024 ** 4 });
  assert.equal(after.plan, "enterprise");
  assert.deepEqual(
    after.meters,
    usedMeters({ optimization_runs: 1 }, "enterprise").map((meter) => ({ ...meter, resets_at })),
  );
});

Deno.test("a deleted account is refused at once, and its email address can sign up again", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const other = new Browser(service);
  await other.logIn(email);
  assert.equal((await browser.send("DELETE", "/users/me")).status, 204);
  for (const session of [browser, other]) {
    assert.equal((await session.send("GET", "/users/me")).body.code, "session_revoked");
    assert.equal((await session.send("POST", "/auth/refresh")).body.code, "session_revoked");
  }
  assert.equal((await new Browser(service).logIn(email)).body.code, "invalid_credentials");
  assert.equal((await new Browser(service).signUp(email)).status, 201);
});

Deno.test("a request whose account is deleted while it runs is refused as if the account had been deleted before", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service, newEmail());
  const overtaken = defineEndpoint({
    method: "GET",
    path: "/overtaken",
    summary: "Read the billing of an account that is deleted meanwhile",
    credential: "key or session",
    rateLimit: "rest",
    responses: { 204: { description: "It was not deleted" } },
  }, async ({ account }, { accounts, meters }) => {
    await accounts.delete(account.id);
    await meters.usage(account.id);
    return { status: 204 };
  });
  const app = createApp(service.service.dependencies, [routeGroupOf([overtaken])]);
  const send = async (token: string): Promise<Response> => {
    const request = new Request("https://service.localhost/overtaken", {
      headers: { authorization: `Bearer ${token}` },
    });
    return await app.fetch(request, { address: "127.0.0.1", isEncrypted: true });
  };
  const response = await send(browser.accessToken ?? "");
  assert.deepEqual([response.status, (await response.json()).code], [401, "session_revoked"]);

  const other = await verifiedBrowser(service, newEmail());
  const client = await other.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const key = await other.send("POST", "/auth/api-keys", { body: { client_id: client.body.id, name: "Key" } });
  const refused = await send(key.body.key);
  assert.deepEqual([refused.status, (await refused.json()).code], [401, "key_invalid"]);
});

Deno.test("sign-in over plain HTTP is refused and sets no cookie", async () => {
  const port = freePort();
  await using service = await runService({ environment: { HTTP_PORT: String(port) } });
  const email = newEmail();
  await new Browser(service).signUp(email);
  const response = await fetch(`http://127.0.0.1:${port}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "Correct horse" }),
  });
  assert.equal(response.status, 403);
  assert.equal((await response.json()).code, "https_required");
  assert.deepEqual(response.headers.getSetCookie(), []);
});
