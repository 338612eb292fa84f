import assert from "node:assert/strict";
import { newApiKeyText } from "../../src/accounts/api_key_text.ts";
import { Browser, newEmail, PASSWORD, type Reply, verifiedBrowser } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { type ClockedService, clockedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

/** Returns a service with rate limits whose clock stands still, so that no test crosses the end of a limit's minute. */
function limitedService(): Promise<ClockedService> {
  return clockedService({ RATE_LIMITS: "on" }, { standsStill: true });
}

async function repeat(times: number, act: (index: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let index = 0; index < times; index++) replies.push(await act(index));
  return replies;
}

const codes = (replies: readonly Reply[]) => replies.map(({ status, body }) => status === 200 ? "200" : body.code);
const alike = (count: number, code: string) => Array<string>(count).fill(code);
const guess = (service: RunningService, email: string, password = "Wrong horse") =>
  new Browser(service).logIn(email, password);

Deno.test("the eleventh wrong password for an account in a minute is rate limited, whether the account exists or not", async () => {
  const { service, clock } = await limitedService();
  const known = newEmail();
  await new Browser(service).signUp(known);
  for (const email of [known, newEmail()]) {
    const replies = await repeat(11, () => guess(service, email));
    assert.deepEqual(codes(replies), [...alike(10, "invalid_credentials"), "rate_limited"]);
    assert.ok(Number(replies[10].headers.get("retry-after")) <= 60);
  }
  assert.equal((await guess(service, known, PASSWORD)).status, 429, "the right one neither, until the minute is over");
  clock.aheadMs += 60_000;
  assert.equal((await guess(service, known, PASSWORD)).status, 200);
});

Deno.test("right passwords are not counted as failures", async () => {
  const { service } = await limitedService();
  const email = newEmail();
  await new Browser(service).signUp(email);
  const replies = await repeat(15, () => guess(service, email, PASSWORD));
  assert.deepEqual(codes(replies), alike(15, "200"));
});

Deno.test(
  testInTurn(
    "forty concurrent sign-ins with the right password all succeed, though only ten wrong passwords are checked",
    async () => {
      const { service } = await limitedService();
      const email = newEmail();
      await new Browser(service).signUp(email);
      const replies = await Promise.all(Array.from({ length: 40 }, () => guess(service, email, PASSWORD)));
      assert.deepEqual(codes(replies), alike(40, "200"));
      const wrong = await Promise.all(Array.from({ length: 11 }, () => guess(service, email)));
      assert.deepEqual(codes(wrong).sort(), [...alike(10, "invalid_credentials"), "rate_limited"]);
    },
  ),
);

Deno.test("an address is rate limited after thirty failures in a minute on all public routes with tokens or passwords", async () => {
  const { service } = await limitedService();
  const browser = new Browser(service);
  const replies = await repeat(32, (index) => {
    if (index % 4 === 0) return guess(service, newEmail());
    if (index % 4 === 1) return browser.send("POST", "/auth/refresh");
    if (index % 4 === 2) return browser.send("POST", "/auth/email/verify/confirm", { body: { token: "made up" } });
    const body = { token: "made up", new_password: "Better battery" };
    return browser.send("POST", "/auth/password/reset/confirm", { body });
  });
  assert.deepEqual(codes(replies).slice(30), ["rate_limited", "rate_limited"]);
  assert.ok(codes(replies).slice(0, 30).every((code) => code !== "rate_limited"));
});

Deno.test("requests for a password reset are rate limited after sixty in a minute from one address", async () => {
  const { service } = await limitedService();
  const browser = new Browser(service);
  const body = { email: newEmail() };
  const replies = await repeat(61, () => browser.send("POST", "/auth/password/reset/request", { body }));
  assert.deepEqual(codes(replies), [...alike(60, "200"), "rate_limited"]);
});

/**
 * Test helper. Returns a function that signs in as if from the given client address, which it states in the forwarding
 * headers of a proxy.
 */
function signInFrom(service: RunningService, address: string) {
  const url = `http://localhost:${service.service.listening.httpPort}/auth/login`;
  const headers = {
    "content-type": "application/json",
    "x-forwarded-proto": "https",
    "x-forwarded-for": address,
  };
  return async (email: string, password: string): Promise<string> => {
    const body = JSON.stringify({ email, password });
    const response = await fetch(url, { method: "POST", headers, body });
    const { code } = await response.json();
    return response.status === 200 ? "200" : code;
  };
}

Deno.test(
  testInTurn(
    "ten wrong passwords from one network do not lock the owner out, and a hundred from ten networks do for a minute",
    async () => {
      const clock = { aheadMs: 0, standsStill: true };
      const environment = { RATE_LIMITS: "on", TRUST_PROXY: "on", HTTP_PORT: String(freePort()) };
      await using service = await runService({ environment, clock });
      const email = newEmail();
      await service.store.accounts.signUp({
        email,
        fullName: "Ada",
        passwordHash: await service.service.dependencies.passwords.hash(PASSWORD),
        plan: "free",
        verification: { digest: "x", mail: { to: email, subject: "", text: "", html: "" } },
      });
      const owner = signInFrom(service, "198.51.100.1");
      for (let stranger = 1; stranger <= 10; stranger++) {
        const guess = signInFrom(service, `203.0.113.${stranger}`);
        assert.equal(await owner(email, PASSWORD), "200", `beside ${stranger - 1} strangers`);
        for (let index = 0; index < 10; index++) assert.equal(await guess(email, "Wrong horse"), "invalid_credentials");
        assert.equal(await guess(email, "Wrong horse"), "rate_limited");
      }
      assert.equal(await owner(email, PASSWORD), "rate_limited", "a hundred are too many for anybody");
      clock.aheadMs += 60_000;
      assert.equal(await owner(email, PASSWORD), "200");
    },
  ),
);

Deno.test("an address is rate limited after sixty wrong keys and tokens a minute; valid ones pass, expired ones do not count", async () => {
  const { service, clock } = await limitedService();
  const browser = await verifiedBrowser(service);
  const expired = browser.accessToken;
  clock.aheadMs += 1_000_000;
  const refreshed = await browser.send("POST", "/auth/refresh");
  browser.accessToken = refreshed.body.access_token;
  const withCredential = (credential: string | null) =>
    new Browser(service).send("GET", "/jobs/active", { headers: { authorization: `Bearer ${credential}` } });
  const old = await repeat(70, () => withCredential(expired));
  assert.deepEqual(codes(old), alike(70, "token_expired"));
  const key = newApiKeyText("01K00000000000000000000000", (length) => new Uint8Array(length)).text;
  const wrong = await repeat(62, (index) => withCredential(index % 2 === 0 ? key : "made.up.token"));
  assert.deepEqual(codes(wrong.slice(0, 2)), ["key_invalid", "token_invalid"]);
  assert.ok(wrong.slice(0, 60).every(({ status }) => status === 401));
  assert.deepEqual(codes(wrong.slice(60)), ["rate_limited", "rate_limited"]);
  assert.ok(Number(wrong[61].headers.get("retry-after")) <= 60);
  assert.equal((await browser.send("GET", "/jobs/active")).status, 200);
  clock.aheadMs += 60_000;
  assert.equal((await withCredential(key)).body.code, "key_invalid");
});
