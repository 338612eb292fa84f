import assert from "node:assert/strict";
import { Browser, newEmail, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { clockedService, sharedService } from "../support/shared_service.ts";

const NEXT_PASSWORD = "Better battery";

const change = (browser: Browser, current: string, next: string) =>
  browser.send("POST", "/auth/password", { body: { current_password: current, new_password: next } });

Deno.test("changing a password needs the current one; the session that changes it continues, and all others end", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const other = new Browser(service);
  await other.logIn(email);
  const wrong = await change(browser, "Wrong horse", NEXT_PASSWORD);
  assert.deepEqual([wrong.status, wrong.body.code], [401, "invalid_credentials"]);
  assert.equal((await change(browser, PASSWORD, "weak")).status, 422);
  const { status, body } = await change(browser, PASSWORD, NEXT_PASSWORD);
  assert.deepEqual([status, Object.keys(body)], [200, ["detail"]]);
  assert.equal((await browser.send("GET", "/users/me")).status, 200);
  assert.equal((await browser.send("POST", "/auth/refresh")).status, 200);
  assert.equal((await other.send("GET", "/users/me")).body.code, "session_revoked");
  assert.equal((await other.send("POST", "/auth/refresh")).body.code, "session_revoked");
  assert.equal((await other.logIn(email)).status, 401);
  assert.equal((await other.logIn(email, NEXT_PASSWORD)).status, 200);
});

Deno.test("of two concurrent changes of the same current password, exactly one succeeds", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const replies = await Promise.all(["First battery", "Other battery"].map((next) => change(browser, PASSWORD, next)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401]);
});

Deno.test("a wrong current password counts as a failed sign-in: after ten, changes and sign-ins are rate limited", async () => {
  const { service } = await clockedService({ RATE_LIMITS: "on" }, { standsStill: true });
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const codes = [];
  for (let index = 0; index < 11; index++) codes.push((await change(browser, "Wrong horse", NEXT_PASSWORD)).body.code);
  assert.deepEqual(codes, [...Array(10).fill("invalid_credentials"), "rate_limited"]);
  assert.equal((await new Browser(service).logIn(email)).body.code, "rate_limited");
});

Deno.test("one of the commonest passwords is refused wherever a password is chosen", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const signUp = await new Browser(service).signUp(newEmail(), "Password1");
  const reset = await browser.send("POST", "/auth/password/reset/confirm", {
    body: { token: "x", new_password: "Qwertyuiop" },
  });
  const changed = await change(browser, PASSWORD, "Iloveyou");
  for (
    const [{ status, body }, pointer] of [
      [signUp, "/password"],
      [reset, "/new_password"],
      [changed, "/new_password"],
    ] as const
  ) {
    assert.equal(status, 422);
    assert.equal(body.errors[0].pointer, pointer);
    assert.match(body.errors[0].detail, /most common passwords/);
  }
});

Deno.test("a password hash cheaper than the current cost is replaced at the next sign-in, and sessions continue", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const environment = { KV_PATH: service.kvPath };
  await using dearer = await runService({ environment, passwordCost: { memoryKib: 64, passes: 2 } });
  const hashOf = async () => (await dearer.store.accounts.findByEmail(email))?.passwordHash ?? "";
  const signIn = async (running: RunningService) => {
    assert.equal((await new Browser(running).logIn(email)).status, 200);
    await running.service.dependencies.background.settled();
    return await hashOf();
  };
  assert.match(await signIn(service), /m=8,t=1/);
  const stronger = await signIn(dearer);
  assert.match(stronger, /m=64,t=2/);
  assert.equal(await signIn(dearer), stronger, "once");
  assert.equal(await signIn(service), stronger, "a process with the former cost leaves it");
  assert.equal((await browser.send("POST", "/auth/refresh")).status, 200);
});
