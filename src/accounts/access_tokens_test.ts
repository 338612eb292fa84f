import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { DomainError } from "../domain/errors.ts";
import type { SigningKeySet } from "../domain/signing_key.ts";
import { accessTokens } from "./access_tokens.ts";
import { newSigningKey, parseSigningKeys, publicKeySet, rotateSigningKeys } from "./signing_keys.ts";

const ISSUER = "https://localhost:8443";
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const CLAIMS = { userId: "usr_1", sessionId: "ses_1" };
const VERIFIED = { ...CLAIMS, expiresAt: START_MS + 900_000 };

/**
 * Test helper. Builds the signer and verifier of access tokens, with an issuer, signing keys and a clock that the test
 * can change.
 */
async function bench(overrides: { issuer?: string; keys?: SigningKeySet } = {}) {
  const state = { nowMs: START_MS, keys: overrides.keys ?? await rotateSigningKeys(null, START_MS), reloads: 0 };
  const tokens = accessTokens({
    issuer: overrides.issuer ?? ISSUER,
    signingKeys: {
      current: () => Promise.resolve(state.keys),
      reload: () => (state.reloads++, Promise.resolve(state.keys)),
    },
    nowMs: () => state.nowMs,
    newId: () => crypto.randomUUID(),
  });
  return { state, tokens };
}

const refusedAs = (code: string) => (error: DomainError) => error.name === "DomainError" && error.code === code;
const segment = (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value)).toBase64({ alphabet: "base64url", omitPadding: true });
const parts = (token: string) =>
  token.split(".").slice(0, 2).map((part) =>
    JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(part, { alphabet: "base64url" })))
  );

Deno.test("an access token carries its claims and is valid for 900 seconds", async () => {
  const { state, tokens } = await bench();
  const token = await tokens.sign(CLAIMS);
  const [header, payload] = parts(token);
  assert.deepEqual(header, { alg: "EdDSA", kid: state.keys.keys[0].kid, typ: "JWT" });
  const { jti, ...rest } = payload;
  assert.match(jti, /./);
  const iat = START_MS / 1000;
  assert.deepEqual(rest, {
    sub: "usr_1",
    sid: "ses_1",
    iss: ISSUER,
    aud: "portfolio-optimization",
    iat,
    exp: iat + 900,
  });
  state.nowMs = START_MS + 899_999;
  assert.deepEqual(await tokens.verify(token), VERIFIED);
  state.nowMs = START_MS + 900_000;
  await assert.rejects(tokens.verify(token), refusedAs("token_expired"));
});

Deno.test("an unsigned token and one signed with the public key as a secret are refused", async () => {
  const { state, tokens } = await bench();
  const [header, payload] = parts(await tokens.sign(CLAIMS));
  const unsigned = `${segment({ alg: "none", typ: "JWT" })}.${segment(payload)}.`;
  await assert.rejects(tokens.verify(unsigned), refusedAs("token_invalid"));
  const publicKey = publicKeySet(state.keys, START_MS).keys[0];
  for (
    const secret of [
      Uint8Array.fromBase64(publicKey.x, { alphabet: "base64url" }),
      publicKey.x,
      JSON.stringify(publicKey),
    ]
  ) {
    const content = `${segment({ ...header, alg: "HS256" })}.${segment(payload)}`;
    const forged = `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
    await assert.rejects(tokens.verify(forged), refusedAs("token_invalid"));
  }
});

Deno.test("a token of another issuer or key, or issued in the future, is refused", async () => {
  const { state, tokens } = await bench();
  const elsewhere = await bench({ issuer: "https://elsewhere.example", keys: state.keys });
  await assert.rejects(tokens.verify(await elsewhere.tokens.sign(CLAIMS)), refusedAs("token_invalid"));
  const otherKey = await bench();
  await assert.rejects(tokens.verify(await otherKey.tokens.sign(CLAIMS)), refusedAs("token_invalid"));
  assert.equal(state.reloads, 1, "an unknown key is looked for once more");
  const later = await bench({ keys: state.keys });
  later.state.nowMs = START_MS + 60_000;
  await assert.rejects(tokens.verify(await later.tokens.sign(CLAIMS)), refusedAs("token_invalid"));
});

Deno.test("a token with claims that are changed, missing or of the wrong kind is refused", async () => {
  const { state, tokens } = await bench();
  const { SignJWT, importJWK } = await import("jose");
  const [key] = state.keys.keys;
  const privateKey = await importJWK(key, "EdDSA");
  const iat = START_MS / 1000;
  const good = {
    sub: "usr_1",
    sid: "ses_1",
    jti: "x",
    iss: ISSUER,
    aud: "portfolio-optimization",
    iat,
    exp: iat + 900,
  };
  const signed = (payload: Record<string, unknown>, typ = "JWT") =>
    new SignJWT(payload).setProtectedHeader({ alg: "EdDSA", kid: key.kid, typ }).sign(privateKey);
  assert.deepEqual(await tokens.verify(await signed(good)), VERIFIED);
  const bad: Record<string, unknown>[] = [
    { aud: "another-service" },
    { exp: iat + 901 },
    { exp: undefined },
    { iat: undefined },
    { iat: iat + 0.5 },
    { sub: undefined },
    { sub: "" },
    { sid: undefined },
    { jti: undefined },
    { iss: undefined },
  ];
  for (const change of bad) {
    await assert.rejects(
      tokens.verify(await signed({ ...good, ...change })),
      refusedAs("token_invalid"),
      JSON.stringify(change),
    );
  }
  await assert.rejects(tokens.verify(await signed(good, "at+jwt")), refusedAs("token_invalid"));
  const [header, , signature] = (await signed(good)).split(".");
  await assert.rejects(
    tokens.verify(`${header}.${segment({ ...good, sub: "usr_2" })}.${signature}`),
    refusedAs("token_invalid"),
  );
});

Deno.test("text that is not a token is refused", async () => {
  const { tokens } = await bench();
  for (const text of ["", ".", "..", "a.b.c", "pos_x_y", "\u0000", "🙂", "e30.e30.", `${"a".repeat(100_000)}.b.c`]) {
    await assert.rejects(tokens.verify(text), refusedAs("token_invalid"), JSON.stringify(text.slice(0, 20)));
  }
});

Deno.test("after a key rotation the new key signs, and tokens of the former key still verify", async () => {
  const { state, tokens } = await bench();
  const before = await tokens.sign(CLAIMS);
  state.keys = await rotateSigningKeys(state.keys, state.nowMs);
  assert.equal(publicKeySet(state.keys, START_MS).keys.length, 2);
  const after = await tokens.sign(CLAIMS);
  assert.notEqual(parts(before)[0].kid, parts(after)[0].kid);
  assert.deepEqual(await tokens.verify(before), VERIFIED);
  assert.deepEqual(await tokens.verify(after), VERIFIED);
});

Deno.test("the published signing keys have no private part", async () => {
  const { keys } = publicKeySet({ keys: [await newSigningKey()] }, START_MS);
  assert.deepEqual(Object.keys(keys[0]).sort(), ["alg", "crv", "kid", "kty", "use", "x"]);
});

Deno.test("a JWK set of private signing keys is read, and any other text is refused", async () => {
  const set = { keys: [await newSigningKey()] };
  assert.deepEqual(parseSigningKeys(JSON.stringify(set)), set);
  for (
    const text of [
      "",
      "{",
      "[]",
      '{"keys":[]}',
      JSON.stringify(publicKeySet(set, START_MS)),
      '{"keys":[{"kty":"oct","k":"AAAA"}]}',
    ]
  ) {
    assert.throws(() => parseSigningKeys(text), /Cannot use the signing keys: a JWK set/);
  }
});

Deno.test("a replaced signing key verifies for as long as its tokens can be valid, and then no more", async () => {
  const { state, tokens } = await bench();
  const former = state.keys;
  state.keys = await rotateSigningKeys(former, state.nowMs);
  state.nowMs += 61_000;
  const thief = await bench({ keys: former });
  thief.state.nowMs = state.nowMs;
  assert.ok(await tokens.verify(await thief.tokens.sign(CLAIMS)), "another process may not know of the rotation yet");
  assert.equal(publicKeySet(state.keys, state.nowMs).keys.length, 2);
  state.nowMs = thief.state.nowMs = START_MS + 17 * 60_000;
  await assert.rejects(tokens.verify(await thief.tokens.sign(CLAIMS)), refusedAs("token_invalid"));
  assert.equal(publicKeySet(state.keys, state.nowMs).keys.length, 1);
  assert.ok(await tokens.verify(await tokens.sign(CLAIMS)));
  assert.equal((await rotateSigningKeys(state.keys, state.nowMs)).keys.length, 2, "the next rotation forgets it");
});
