import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { Browser, newEmail, PASSWORD, tokenOf, unverifiedBrowser, verifiedBrowser } from "../support/browser.ts";
import { clockedService, sharedService } from "../support/shared_service.ts";

Deno.test("sign-in returns an access token for 900 seconds and sets the refresh and CSRF cookies with their attributes", async () => {
  const service = await sharedService();
  const email = newEmail();
  const browser = new Browser(service);
  await browser.signUp(email);
  const { status, headers, body } = await browser.logIn(email);
  assert.equal(status, 200);
  assert.deepEqual({ ...body, access_token: "" }, { access_token: "", token_type: "bearer", expires_in: 900 });
  assert.equal(headers.get("cache-control"), "no-store");
  const { sub } = decodeJwt(body.access_token);
  const member = await service.store.accounts.findByEmail(email);
  assert.match(String(sub), /^usr_/);
  assert.equal(sub, member?.user.id);
  const [refresh, csrf] = headers.getSetCookie();
  assert.match(
    refresh,
    /^refresh_token=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/auth; HttpOnly; Secure; SameSite=Lax$/,
  );
  assert.match(csrf, /^csrf_token=[A-Za-z0-9._-]+; Max-Age=2592000; Path=\/; Secure; SameSite=Lax$/);
  const me = await browser.send("GET", "/users/me");
  assert.equal(me.status, 200);
  assert.equal(me.body.email, email);
});

Deno.test("sign-in gives a wrong password and an unknown address the same response", async () => {
  const service = await sharedService();
  const known = newEmail();
  await new Browser(service).signUp(known);
  const replies = [];
  for (const [email, password] of [[known, "Wrong horse"], [newEmail(), "Correct horse"], [newEmail(), "x"]]) {
    const { status, headers, body } = await new Browser(service).logIn(email, password);
    replies.push({
      status,
      body: { ...body, request_id: "" },
      cookies: headers.getSetCookie(),
      names: [...headers.keys()],
    });
  }
  assert.equal(replies[0].status, 401);
  assert.equal(replies[0].body.code, "invalid_credentials");
  assert.deepEqual(replies[0].cookies, []);
  assert.deepEqual(replies[1], replies[0]);
  assert.deepEqual(replies[2], replies[0]);
});

Deno.test("a refresh replaces both cookies and the access token, and the former access token stays valid", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const before = new Map(browser.cookies);
  const { status, body } = await browser.send("POST", "/auth/refresh", { anonymous: true });
  assert.equal(status, 200);
  assert.deepEqual({ ...body, access_token: "" }, { access_token: "", token_type: "bearer", expires_in: 900 });
  for (const name of ["refresh_token", "csrf_token"]) assert.notEqual(browser.cookies.get(name), before.get(name));
  const headers = { authorization: `Bearer ${body.access_token}` };
  assert.equal((await browser.send("GET", "/billing/me", { headers })).status, 200);
  assert.equal((await browser.send("GET", "/billing/me")).status, 200, "the former access token is good until it ends");
});

Deno.test("a refresh token that is used twice ends the whole session", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const thief = new Browser(service);
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  const fresh = await browser.send("POST", "/auth/refresh");
  assert.equal(fresh.status, 200);
  const replayed = await thief.send("POST", "/auth/refresh");
  assert.equal(replayed.status, 401);
  assert.equal(replayed.body.code, "session_revoked");
  assert.equal((await browser.send("POST", "/auth/refresh")).status, 401);
  for (const token of [browser.accessToken, fresh.body.access_token]) {
    const { status, body } = await browser.send("GET", "/users/me", { headers: { authorization: `Bearer ${token}` } });
    assert.equal(status, 401);
    assert.equal(body.code, "session_revoked");
  }
});

Deno.test("of 50 concurrent refreshes with one token, exactly one succeeds, and the session ends", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "x-csrf-token": browser.cookies.get("csrf_token") ?? "" };
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => new Browser(service).send("POST", "/auth/refresh", { headers })),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal(replies.filter(({ status, body }) => status === 401 && body.code === "session_revoked").length, 49);
  assert.equal((await browser.send("GET", "/users/me")).body.code, "session_revoked");
  const [winner] = replies.filter(({ status }) => status === 200);
  const revoked = await browser.send("GET", "/users/me", {
    headers: { authorization: `Bearer ${winner.body.access_token}` },
  });
  assert.equal(revoked.body.code, "session_revoked");
});

Deno.test("refresh and sign-out need the session's cookies and its own CSRF token", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const other = await verifiedBrowser(service);
  const otherCsrf = other.cookies.get("csrf_token") ?? "";
  const refreshToken = browser.cookies.get("refresh_token") ?? "";
  const csrf = browser.cookies.get("csrf_token") ?? "";
  const cases: readonly [string, Record<string, string>, number, string][] = [
    ["no cookies", {}, 401, "session_revoked"],
    ["a CSRF token alone", { cookie: `csrf_token=${csrf}`, "x-csrf-token": csrf }, 401, "session_revoked"],
    [
      "an empty refresh token",
      { cookie: `refresh_token=; csrf_token=${csrf}`, "x-csrf-token": csrf },
      401,
      "session_revoked",
    ],
    [
      "a made-up refresh token",
      { cookie: `refresh_token=x; csrf_token=${csrf}`, "x-csrf-token": csrf },
      401,
      "session_revoked",
    ],
    ["no header", { cookie: `refresh_token=${refreshToken}; csrf_token=${csrf}` }, 403, "csrf_failed"],
    [
      "another header",
      { cookie: `refresh_token=${refreshToken}; csrf_token=${csrf}`, "x-csrf-token": `${csrf}x` },
      403,
      "csrf_failed",
    ],
    ["no CSRF cookie", { cookie: `refresh_token=${refreshToken}`, "x-csrf-token": csrf }, 403, "csrf_failed"],
    [
      "one made up twice",
      { cookie: `refresh_token=${refreshToken}; csrf_token=x`, "x-csrf-token": "x" },
      403,
      "csrf_failed",
    ],
    [
      "a token of another session",
      { cookie: `refresh_token=${refreshToken}; csrf_token=${otherCsrf}`, "x-csrf-token": otherCsrf },
      403,
      "csrf_failed",
    ],
  ];
  for (const path of ["/auth/refresh", "/auth/logout"]) {
    for (const [what, headers, status, code] of cases) {
      const reply = await new Browser(service).send("POST", path, { headers });
      assert.equal(reply.status, status, `${path}: ${what}`);
      assert.equal(reply.body.code, code, `${path}: ${what}`);
    }
  }
  assert.equal((await browser.send("POST", "/auth/refresh")).status, 200, "nothing of it ended the session");
});

Deno.test("sign-out ends the session at once and clears both cookies", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const { status, headers, body } = await browser.send("POST", "/auth/logout");
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ["detail"]);
  const cleared = headers.getSetCookie();
  assert.match(cleared[0], /^refresh_token=; Max-Age=0; Path=\/auth; HttpOnly; Secure; SameSite=Lax$/);
  assert.match(cleared[1], /^csrf_token=; Max-Age=0; Path=\/; Secure; SameSite=Lax$/);
  assert.equal((await browser.send("GET", "/users/me")).body.code, "session_revoked");
});

Deno.test("sign-out of one session leaves the others", async () => {
  const service = await sharedService();
  const email = newEmail();
  const first = await verifiedBrowser(service, email);
  const second = new Browser(service);
  await second.logIn(email);
  assert.equal((await first.send("POST", "/auth/logout")).status, 200);
  assert.equal((await second.send("GET", "/users/me")).status, 200);
});

Deno.test("an access token ends after 900 seconds, a refresh token after 30 days", async () => {
  const { service, clock } = await clockedService();
  const browser = await verifiedBrowser(service);
  clock.aheadMs = 901_000;
  const expired = await browser.send("GET", "/users/me");
  assert.equal(expired.status, 401);
  assert.equal(expired.body.code, "token_expired");
  assert.match(expired.headers.get("www-authenticate") ?? "", /Bearer/);
  const refreshed = await browser.send("POST", "/auth/refresh");
  assert.equal(refreshed.status, 200);
  clock.aheadMs += 30 * 86_400_000 + 1_000;
  assert.equal((await browser.send("POST", "/auth/refresh")).body.code, "session_revoked");
});

Deno.test("a changing request with cookies needs their CSRF token, and one without cookies does not", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const other = await unverifiedBrowser(service);
  const authorization = `Bearer ${browser.accessToken}`;
  const csrf = browser.cookies.get("csrf_token") ?? "";
  const otherCsrf = other.cookies.get("csrf_token") ?? "";
  const change = (headers: Record<string, string>) =>
    new Browser(service).send("PATCH", "/users/me", {
      body: { display_name: "Ada" },
      headers: { authorization, ...headers },
    });
  assert.equal((await change({})).status, 200);
  assert.equal((await change({ cookie: `csrf_token=${csrf}`, "x-csrf-token": csrf })).status, 200);
  assert.equal((await change({ cookie: `csrf_token=${csrf}` })).body.code, "csrf_failed");
  assert.equal((await change({ cookie: `refresh_token=x`, "x-csrf-token": csrf })).body.code, "csrf_failed");
  assert.equal(
    (await change({ cookie: `csrf_token=${otherCsrf}`, "x-csrf-token": otherCsrf })).body.code,
    "csrf_failed",
  );
  const bad = await change({ authorization: "Bearer x", cookie: `csrf_token=${csrf}` });
  assert.equal(bad.body.code, "token_invalid", "the credential is looked at first");
  const reading = await new Browser(service).send("GET", "/users/me", {
    headers: { authorization, cookie: `csrf_token=${csrf}` },
  });
  assert.equal(reading.status, 200);
});

Deno.test("public routes accept requests with outdated cookies", async () => {
  const service = await sharedService();
  const email = newEmail();
  const headers = { cookie: "refresh_token=old; csrf_token=old" };
  const send = (path: string, body: unknown) => new Browser(service).send("POST", path, { body, headers });
  assert.equal((await send("/auth/signup", { email, password: "Correct horse", full_name: "Ada" })).status, 201);
  const token = tokenOf(await service.mailTo(email));
  assert.equal((await send("/auth/email/verify/confirm", { token })).status, 200);
  assert.equal((await send("/auth/login", { email, password: "Correct horse" })).status, 200);
  assert.equal((await send("/auth/password/reset/request", { email })).status, 200);
});

Deno.test("a person can list the account's sessions, see which one is current and end any of them at once", async () => {
  const service = await sharedService();
  const email = newEmail();
  const first = await verifiedBrowser(service, email);
  const second = new Browser(service);
  await second.send("POST", "/auth/login", { body: { email, password: "x" }, headers: { "user-agent": "Lost phone" } });
  const signedIn = await second.send("POST", "/auth/login", {
    body: { email, password: PASSWORD },
    headers: { "user-agent": "Lost phone" },
  });
  second.accessToken = signedIn.body.access_token;
  const { body } = await first.send("GET", "/auth/sessions");
  assert.equal(body.next_cursor, null);
  assert.deepEqual(body.items.map(({ current }: { current: boolean }) => current), [false, true]);
  const [phone] = body.items;
  assert.deepEqual(Object.keys(phone), [
    "session_id",
    "created_at",
    "last_used_at",
    "user_agent",
    "address",
    "current",
  ]);
  assert.deepEqual([phone.user_agent, phone.address], ["Lost phone", "127.0.0.0/24"]);
  const end = (browser: Browser) => browser.send("DELETE", `/auth/sessions/${phone.session_id}`);
  assert.equal((await end(await verifiedBrowser(service))).status, 404, "nobody ends another's session");
  assert.equal((await end(first)).status, 204);
  assert.equal((await end(first)).status, 404);
  assert.equal((await second.send("GET", "/users/me")).body.code, "session_revoked");
  assert.equal((await second.send("POST", "/auth/refresh")).body.code, "session_revoked");
  assert.equal((await first.send("GET", "/auth/sessions")).body.items.length, 1);
});

Deno.test("a session ends 90 days after its sign-in, however often it is refreshed", async () => {
  const { service, clock } = await clockedService();
  const browser = await verifiedBrowser(service);
  const days = (count: number): number => count * 86_400_000;
  for (const day of [29, 58, 87]) {
    clock.aheadMs = days(day);
    assert.equal((await browser.send("POST", "/auth/refresh")).status, 200, `on day ${day}`);
  }
  clock.aheadMs = days(90) - 60_000;
  const last = await browser.send("POST", "/auth/refresh");
  assert.equal(last.status, 200);
  clock.aheadMs = days(90) + 1_000;
  const headers = { authorization: `Bearer ${last.body.access_token}` };
  assert.equal((await browser.send("GET", "/users/me", { headers })).body.code, "session_revoked");
  assert.equal((await browser.send("POST", "/auth/refresh")).body.code, "session_revoked");
});
