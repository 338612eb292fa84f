import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { newSigningKey } from "../../src/accounts/signing_keys.ts";
import { Browser, verifiedBrowser } from "../support/browser.ts";
import fc from "../support/fast_check.ts";
import { runService } from "../support/running_service.ts";
import { sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

const base64Url = (text: string) =>
  new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });
const decode = (part: string) =>
  JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(part, { alphabet: "base64url" })));

Deno.test("only unexpired access tokens that this service signed for its own use are accepted", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const victim = await verifiedBrowser(service);
  const good = browser.accessToken ?? "";
  const [header, payload, signature] = good.split(".");
  const claims = decode(payload);
  const victimClaims = decode((victim.accessToken ?? "").split(".")[1]);
  const ours = (await service.service.dependencies.signingKeys.current()).keys[0];
  const privateKey = await importJWK(ours, "EdDSA");
  const foreign = await newSigningKey();
  const sign = (changed: Record<string, unknown>, key = privateKey, kid = ours.kid) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: "EdDSA", kid, typ: "JWT" }).sign(key);
  const hs256 = (secret: string | Uint8Array) => {
    const content = `${base64Url(JSON.stringify({ alg: "HS256", kid: ours.kid, typ: "JWT" }))}.${payload}`;
    return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
  };
  const { keys: [published] } = (await browser.send("GET", "/.well-known/jwks.json")).body;
  assert.equal(published.kid, ours.kid);
  assert.equal("d" in published, false);
  const now = Math.floor(Date.now() / 1000);
  const refused: readonly [string, string, string][] = [
    ["alg none", `${base64Url('{"alg":"none","typ":"JWT"}')}.${payload}.`, "token_invalid"],
    ["alg None", `${base64Url('{"alg":"None","typ":"JWT"}')}.${payload}.${signature}`, "token_invalid"],
    ["HS256 by the public key", hs256(Uint8Array.fromBase64(published.x, { alphabet: "base64url" })), "token_invalid"],
    ["HS256 by its text", hs256(published.x), "token_invalid"],
    ["HS256 by its JWK", hs256(JSON.stringify(published)), "token_invalid"],
    ["another's claims", `${header}.${base64Url(JSON.stringify(victimClaims))}.${signature}`, "token_invalid"],
    ["no signature", `${header}.${payload}.`, "token_invalid"],
    ["two parts", `${header}.${payload}`, "token_invalid"],
    ["a key of one's own under our id", await sign({}, await importJWK(foreign, "EdDSA")), "token_invalid"],
    ["a key of one's own", await sign({}, await importJWK(foreign, "EdDSA"), foreign.kid), "token_invalid"],
    ["expired", await sign({ iat: now - 1_000, exp: now - 100 }), "token_expired"],
    ["issued in the future", await sign({ iat: now + 60, exp: now + 900 }), "token_invalid"],
    ["good for a year", await sign({ exp: now + 31_536_000 }), "token_invalid"],
    ["another issuer", await sign({ iss: "https://elsewhere.example" }), "token_invalid"],
    ["another audience", await sign({ aud: "another" }), "token_invalid"],
    ["no session", await sign({ sid: undefined }), "token_invalid"],
    ["a session that is none", await sign({ sid: "ses_x" }), "session_revoked"],
    ["the session of another account", await sign({ sid: victimClaims.sid }), "session_revoked"],
    ["an account that is none", await sign({ sub: "acc_x" }), "session_revoked"],
    ["a session as a key's text", "pos_x_y", "key_invalid"],
    ["the refresh token", browser.cookies.get("refresh_token") ?? "", "token_invalid"],
  ];
  for (const [what, token, code] of refused) {
    const reply = await new Browser(service).send("GET", "/users/me", {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(reply.status, 401, what);
    assert.equal(reply.body.code, code, what);
  }
  assert.equal((await browser.send("GET", "/users/me")).status, 200, "the honest one still is");
});

Deno.test("rotating the signing keys signs nobody out", async () => {
  const clock = { aheadMs: 0 };
  await using service = await runService({ clock });
  const before = await verifiedBrowser(service);
  const { rotateSigningKeys } = await import("../../src/accounts/signing_keys.ts");
  await service.store.signingKeySets.update((set) => rotateSigningKeys(set, Date.now()));
  clock.aheadMs = 61_000;
  const after = await verifiedBrowser(service);
  const kid = (token: string | null) => decode((token ?? "").split(".")[0]).kid;
  assert.notEqual(kid(before.accessToken), kid(after.accessToken));
  for (const browser of [before, after]) assert.equal((await browser.send("GET", "/users/me")).status, 200);
  assert.equal((await before.send("POST", "/auth/refresh")).status, 200);
  const { keys } = (await before.send("GET", "/.well-known/jwks.json")).body;
  assert.equal(keys.length, 2);
});

Deno.test(testInTurn("made-up credentials, cookies and CSRF tokens are always refused with 401 or 403", async () => {
  const service = await sharedService();
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const text = fc.oneof(
    fc.string({ unit: visible, maxLength: 200 }),
    fc.constantFrom(
      "Bearer",
      "Bearer a.b.c",
      "Bearer pos_x_y",
      "Bearer e30.e30.",
      "Basic x",
      "bearer  x  y",
      "pos_",
      "e30.e30.e30",
    ),
  );
  const fields = { authorization: text, "x-api-key": text, cookie: text, "x-csrf-token": text };
  const path = fc.constantFrom("/users/me", "/jobs/active", "/auth/refresh", "/auth/logout");
  await fc.assert(
    fc.asyncProperty(fc.record(fields, { requiredKeys: [] }), path, async (headers, path) => {
      const { status } = await new Browser(service).send(path.startsWith("/auth") ? "POST" : "GET", path, { headers });
      assert.ok(status === 401 || status === 403, String(status));
    }),
    { numRuns: 300 },
  );
}));
