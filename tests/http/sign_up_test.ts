import assert from "node:assert/strict";
import { Browser, newEmail, PASSWORD, tokenOf } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";
import { clockedService, sharedService } from "../support/shared_service.ts";
import { partOf, testInTurn } from "../support/tier.ts";

Deno.test("sign-up returns the user and mails a token that verifies the address once", async () => {
  const service = await sharedService();
  const browser = new Browser(service);
  const email = newEmail();
  const { status, body } = await browser.signUp(email);
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ["id", "email", "full_name", "created_at"]);
  assert.match(body.id, /^usr_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(body.email, email);
  assert.equal(body.full_name, "Ada Lovelace");
  assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const mail = await service.mailTo(email);
  const token = tokenOf(mail);
  assert.ok(mail.text.includes(`https://service.localhost/app/verify#token=${token}`));
  const confirm = () => browser.send("POST", "/auth/email/verify/confirm", { body: { token } });
  const confirmed = await confirm();
  assert.equal(confirmed.status, 200);
  assert.deepEqual(Object.keys(confirmed.body), ["detail"]);
  const again = await confirm();
  assert.equal(again.status, 400);
  assert.equal(again.body.code, "one_time_token_invalid");
});

Deno.test("an email address has one account, whatever the case of its letters", async () => {
  const service = await sharedService();
  const browser = new Browser(service);
  const email = newEmail();
  assert.equal((await browser.signUp(email)).status, 201);
  for (const same of [email, email.toUpperCase(), email.replace("person", "Person")]) {
    const { status, body } = await browser.signUp(same);
    assert.equal(status, 409);
    assert.equal(body.code, "email_taken");
  }
  assert.equal((await browser.logIn(email.toUpperCase())).status, 200);
});

Deno.test(testInTurn("of 200 concurrent sign-ups with one address, exactly one creates an account", async () => {
  await using service = await runService();
  const email = newEmail();
  const replies = await Promise.all(Array.from({ length: 200 }, () => new Browser(service).signUp(email)));
  const statuses = replies.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 201).length, 1);
  assert.equal(statuses.filter((status) => status === 409).length, 199);
  await service.mailTo(email);
  let accounts = 0;
  for await (const _ of service.store.accounts.all()) accounts++;
  assert.equal(accounts, 1);
}));

Deno.test(
  testInTurn(
    "sign-up and sign-in refuse bodies of megabytes or with thousands of faults, and keep serving",
    async () => {
      const service = await sharedService();
      const unknown = (fields: number): Record<string, number> =>
        Object.fromEntries(Array.from({ length: fields }, (_, index) => [`field ${index}`, 0]));
      const bodies: readonly (readonly [number, () => unknown])[] = [
        [413, () => unknown(200_000)],
        [413, () => ({ email: "a@a.".repeat(3_750_000), password: PASSWORD, full_name: "Ada" })],
        [413, () => ({ email: "\ufdfa".repeat(5_000_000), password: PASSWORD })],
        [413, () => Array(1_500_000).fill("\0")],
        [422, () => unknown(3_000)],
        [422, () => ({ email: "\ufdfa".repeat(20_000), password: PASSWORD })],
        [422, () => Array(7_000).fill("\0")],
      ];
      const headers = { "content-type": "application/json" };
      for (const [status, content] of partOf(bodies)) {
        const body = JSON.stringify(content());
        for (const path of ["/auth/signup", "/auth/login"]) {
          const reply = await service.fetch(path, { method: "POST", headers, body });
          assert.equal(reply.status, status);
          const { code, errors = [] } = await reply.json();
          assert.equal(code, status === 413 ? "body_too_large" : "validation_failed");
          assert.ok(errors.length <= 101, "a hundred, and how many more");
        }
      }
      assert.equal((await new Browser(service).signUp(newEmail())).status, 201);
    },
  ),
);

const REFUSED: readonly [string, unknown, string][] = [
  ["a password of 7 characters", { password: "Passwor" }, "/password"],
  ["a password of one case", { password: "password1" }, "/password"],
  ["a password of 257 bytes", { password: `Aa${"x".repeat(255)}` }, "/password"],
  ["no address", { email: undefined }, "/email"],
  ["an address without a host", { email: "ada@" }, "/email"],
  ["an address of 300 characters", { email: `${"a".repeat(288)}@example.com` }, "/email"],
  ["an address with a header", { email: "ada@example.com\r\nBcc: x@example.org" }, "/email"],
  ["two addresses", { email: "ada@example.com,x@example.org" }, "/email"],
  ["an address that is a number", { email: 5 }, "/email"],
  ["a name with a header", { full_name: "Ada\r\nBcc: x@example.org" }, "/full_name"],
  ["a blank name", { full_name: "  " }, "/full_name"],
  ["a name with NUL", { full_name: "Ada\u0000" }, "/full_name"],
  ["an unknown field", { role: "admin" }, "/role"],
];

Deno.test("sign-up refuses an invalid address, password, name or field at its pointer, and creates no account", async () => {
  await using service = await runService();
  const browser = new Browser(service);
  for (const [what, change, pointer] of REFUSED) {
    const body = { email: "ada@example.com", password: PASSWORD, full_name: "Ada", ...change as object };
    const reply = await browser.send("POST", "/auth/signup", { body });
    assert.equal(reply.status, 422, what);
    assert.equal(reply.body.code, "validation_failed", what);
    const pointers = reply.body.errors.map((error: { pointer: string }) => error.pointer);
    assert.deepEqual([...new Set(pointers)], [pointer], what);
  }
  const surrogate = '{"email":"ada@example.com","password":"Correct horse","full_name":"\\ud800"}';
  assert.equal((await browser.send("POST", "/auth/signup", { body: surrogate })).status, 422);
  for await (const _ of service.store.accounts.all()) assert.fail("an account was made");
});

Deno.test("sign-up accepts addresses and names in any script and passwords of 256 bytes unchanged", async () => {
  const service = await sharedService();
  const browser = new Browser(service);
  const email = "用户@例え.example";
  const password = `Aa${"é".repeat(127)}`;
  const body = { email, password, full_name: "Łukasz <b>& Ωmega 🙂" };
  const signedUp = await browser.send("POST", "/auth/signup", { body });
  assert.equal(signedUp.status, 201);
  assert.equal(signedUp.body.full_name, body.full_name);
  assert.equal((await browser.logIn(email, password)).status, 200);
  assert.equal((await browser.send("GET", "/users/me")).body.email, email);
});

Deno.test("an account that is not verified may sign in, refresh, sign out, read and delete itself, and nothing else", async () => {
  const service = await sharedService();
  const browser = new Browser(service);
  const email = newEmail();
  await browser.signUp(email);
  assert.equal((await browser.logIn(email)).status, 200);
  const profile = await browser.send("GET", "/users/me");
  assert.equal(profile.status, 200);
  assert.equal(profile.body.email_verified, false);
  const closed: readonly [string, string, unknown][] = [
    ["PATCH", "/users/me", { display_name: "Ada" }],
    ["GET", "/billing/me", undefined],
    ["POST", "/auth/api-clients", { name: "x" }],
    ["GET", "/auth/api-clients", undefined],
    ["GET", "/auth/api-clients/cli_x", undefined],
    ["PATCH", "/auth/api-clients/cli_x", { name: "x" }],
    ["DELETE", "/auth/api-clients/cli_x", undefined],
    ["POST", "/auth/api-keys", { client_id: "cli_x", name: "x" }],
    ["GET", "/auth/api-keys", undefined],
    ["PATCH", "/auth/api-keys/key_x", { name: "x" }],
    ["DELETE", "/auth/api-keys/key_x", undefined],
    ["GET", "/jobs/history", undefined],
    ["GET", "/jobs/active", undefined],
  ];
  for (const [method, path, body] of closed) {
    const reply = await browser.send(method, path, { body });
    assert.equal(reply.status, 403, `${method} ${path}`);
    assert.equal(reply.body.code, "email_not_verified", `${method} ${path}`);
  }
  assert.equal((await browser.send("POST", "/auth/refresh")).status, 200);
  assert.equal((await browser.send("POST", "/auth/logout")).status, 200);
  await browser.logIn(email);
  assert.equal((await browser.send("DELETE", "/users/me")).status, 204);
});

Deno.test("a verification token expires after 24 hours, and another one can be requested", async () => {
  const { service, clock } = await clockedService();
  const browser = new Browser(service);
  const email = newEmail();
  await browser.signUp(email);
  const token = tokenOf(await service.mailTo(email));
  clock.aheadMs = 24 * 3_600_000 + 1;
  const late = await browser.send("POST", "/auth/email/verify/confirm", { body: { token } });
  assert.equal(late.status, 400);
  assert.equal(late.body.code, "one_time_token_expired");
  assert.equal((await browser.send("POST", "/auth/email/verify/request", { body: { email } })).status, 200);
  const next = tokenOf(await service.mailTo(email, 2));
  assert.equal((await browser.send("POST", "/auth/email/verify/confirm", { body: { token: next } })).status, 200);
});

Deno.test("the addresses in mails of earlier versions lead on to the pages of the console", async () => {
  const service = await sharedService();
  for (const page of ["verify", "reset"]) {
    const response = await service.fetch(`/${page}`, { redirect: "manual" });
    assert.equal(response.status, 308);
    assert.equal(response.headers.get("location"), `/app/${page}`);
    assert.equal(await response.text(), "");
  }
});

Deno.test("the pages behind mailed links hold no token, not even one that somebody adds to the address as a query", async () => {
  const service = await sharedService();
  const browser = new Browser(service);
  const pages = ["/app/verify", "/app/reset"];
  const read = () => Promise.all(pages.map((path) => browser.send("GET", path)));
  const before = await read();
  const email = newEmail();
  await browser.signUp(email);
  const token = tokenOf(await service.mailTo(email));
  const after = await read();
  assert.deepEqual(after.map(({ body }) => body), before.map(({ body }) => body), "the same for everybody");
  for (const path of pages) {
    const { headers, body } = await browser.send("GET", `${path}?token=${token}`);
    assert.ok(!JSON.stringify([body, ...headers]).includes(token), path);
  }
});
