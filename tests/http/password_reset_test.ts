import assert from "node:assert/strict";
import { Browser, newEmail, PASSWORD, tokenOf, unverifiedBrowser, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { clockedService, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

const NEXT_PASSWORD = "Better battery";

Deno.test("a mailed reset token sets a new password once and ends every session", async () => {
  const service = await sharedService();
  const email = newEmail();
  const first = await verifiedBrowser(service, email);
  const second = new Browser(service);
  await second.logIn(email);
  const browser = new Browser(service);
  assert.equal((await browser.send("POST", "/auth/password/reset/request", { body: { email } })).status, 200);
  const token = tokenOf(await service.mailTo(email, 2));
  const confirm = (password: string) =>
    browser.send("POST", "/auth/password/reset/confirm", { body: { token, new_password: password } });
  assert.equal((await confirm("weak")).status, 422, "a weak password does not use the token up");
  const { status, body } = await confirm(NEXT_PASSWORD);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ["detail"]);
  for (const session of [first, second]) {
    assert.equal((await session.send("GET", "/users/me")).body.code, "session_revoked");
    assert.equal((await session.send("POST", "/auth/refresh")).body.code, "session_revoked");
  }
  const again = await confirm("Another one");
  assert.equal(again.status, 400);
  assert.equal(again.body.code, "one_time_token_invalid");
  assert.equal((await browser.logIn(email)).status, 401);
  assert.equal((await browser.logIn(email, NEXT_PASSWORD)).status, 200);
});

Deno.test("requests for a reset get the same response for every address, and only a known address gets a mail", async () => {
  await using service = await runService();
  const email = newEmail();
  await verifiedBrowser(service, email);
  for (const path of ["/auth/password/reset/request", "/auth/email/verify/request"]) {
    const replies = [];
    for (const address of [email, newEmail(), "nobody", "用户@例え.example"]) {
      const { status, headers, body } = await new Browser(service).send("POST", path, { body: { email: address } });
      replies.push({ status, body, names: [...headers.keys()] });
    }
    assert.equal(replies[0].status, 200);
    for (const reply of replies) assert.deepEqual(reply, replies[0]);
  }
  await service.mailTo(email, 2);
  await service.service.dependencies.background.settled();
  assert.equal(service.mails.length, 2, "the verification of the sign-up and one reset");
});

Deno.test("a reset token expires after an hour", async () => {
  const { service, clock } = await clockedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  await browser.send("POST", "/auth/password/reset/request", { body: { email } });
  const token = tokenOf(await service.mailTo(email, 2));
  clock.aheadMs = 3_600_001;
  const late = await browser.send("POST", "/auth/password/reset/confirm", {
    body: { token, new_password: NEXT_PASSWORD },
  });
  assert.equal(late.status, 400);
  assert.equal(late.body.code, "one_time_token_expired");
});

Deno.test("a verification token and made-up tokens cannot reset a password", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = new Browser(service);
  await browser.signUp(email);
  const verification = tokenOf(await service.mailTo(email));
  const reset = (token: string) =>
    browser.send("POST", "/auth/password/reset/confirm", { body: { token, new_password: NEXT_PASSWORD } });
  for (const token of [verification, "x", "\u{1F642}", "a".repeat(200)]) {
    const reply = await reset(token);
    assert.equal(reply.status, 400, token);
    assert.equal(reply.body.code, "one_time_token_invalid", token);
  }
  assert.equal(
    (await browser.send("POST", "/auth/email/verify/confirm", { body: { token: verification } })).status,
    200,
  );
});

Deno.test("at most five mails a minute go to one address, and further requests for a reset are still 200", async () => {
  // The clock stands still so that the test does not cross the end of a rate limit's minute.
  const { service } = await clockedService({}, { standsStill: true });
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  for (let index = 0; index < 10; index++) {
    const { status } = await browser.send("POST", "/auth/password/reset/request", { body: { email } });
    assert.equal(status, 200);
    await service.service.dependencies.background.settled();
  }
  await service.mailTo(email, 5);
  assert.deepEqual(await service.store.mails.claim({ limit: 10, leaseMs: 1 }), []);
  assert.equal(service.mails.length, 5, "the verification and four resets");
});

Deno.test("of ten concurrent confirmations with one reset token, exactly one succeeds", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  await browser.send("POST", "/auth/password/reset/request", { body: { email } });
  const token = tokenOf(await service.mailTo(email, 2));
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      new Browser(service).send("POST", "/auth/password/reset/confirm", {
        body: { token, new_password: `Password ${index}` },
      })),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal(replies.filter(({ body }) => body.code === "one_time_token_invalid").length, 9);
});

/** Test helper. Creates an account with an API key, and requests the mailed token that resets its password. */
async function resettable(service: RunningService) {
  const email = newEmail();
  const browser = await verifiedBrowser(service, email);
  const { body: client } = await browser.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await browser.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key" } });
  const made = await service.mailTo(email, 2);
  await browser.send("POST", "/auth/password/reset/request", { body: { email } });
  const token = tokenOf(await service.mailTo(email, 3));
  const useKey = () => new Browser(service).send("GET", "/jobs/active", { headers: { "x-api-key": key.key } });
  return { email, browser, key, made, token, useKey };
}

Deno.test(
  testInTurn(
    "a password reset keeps API keys unless it is asked to revoke them, and a mail tells the owner which it did",
    async () => {
      const service = await sharedService();
      for (const revoked of [false, true]) {
        const { email, browser, token, useKey } = await resettable(service);
        assert.equal((await useKey()).status, 200);
        const body = { token, new_password: NEXT_PASSWORD, ...revoked && { revoke_api_keys: true } };
        assert.equal((await browser.send("POST", "/auth/password/reset/confirm", { body })).status, 200);
        assert.equal((await useKey()).body.code, revoked ? "key_invalid" : undefined);
        const notice = await service.mailTo(email, 4);
        assert.equal(notice.subject, "Your password was changed");
        assert.match(notice.text, revoked ? /keys were revoked, too/ : /keys remain valid/);
      }
    },
  ),
);

Deno.test("mails tell the owner of a new API key, by its beginning only, and of a changed password", async () => {
  const service = await sharedService();
  const { email, browser, key, made } = await resettable(service);
  assert.equal(made.subject, "A new API key was made");
  assert.ok(made.text.includes(key.key.split("_").slice(0, 2).join("_")));
  assert.ok(!made.text.includes(key.key.split("_").slice(2).join("_")), "not its secret");
  const body = { current_password: PASSWORD, new_password: NEXT_PASSWORD };
  assert.equal((await browser.send("POST", "/auth/password", { body })).status, 200);
  assert.equal((await service.mailTo(email, 4)).subject, "Your password was changed");
});

Deno.test(
  testInTurn(
    "the mail about a changed password is sent even after five requested mails in the same minute",
    async () => {
      const { service } = await clockedService({}, { standsStill: true });
      const email = newEmail();
      const browser = await verifiedBrowser(service, email);
      for (let index = 0; index < 5; index++) {
        await browser.send("POST", "/auth/password/reset/request", { body: { email } });
        await service.service.dependencies.background.settled();
      }
      const body = { current_password: PASSWORD, new_password: NEXT_PASSWORD };
      assert.equal((await browser.send("POST", "/auth/password", { body })).status, 200);
      assert.equal((await service.mailTo(email, 6)).subject, "Your password was changed");
    },
  ),
);

Deno.test("verifying an address ends the sessions that began before it", async () => {
  const service = await sharedService();
  const email = newEmail();
  const stranger = await unverifiedBrowser(service, email);
  const token = tokenOf(await service.mailTo(email));
  const owner = new Browser(service);
  assert.equal((await owner.send("POST", "/auth/email/verify/confirm", { body: { token } })).status, 200);
  assert.equal((await stranger.send("GET", "/users/me")).body.code, "session_revoked");
  assert.equal((await stranger.send("POST", "/auth/refresh")).body.code, "session_revoked");
  assert.equal((await owner.logIn(email)).status, 200);
});
