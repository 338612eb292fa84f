import assert from "node:assert/strict";
import { csrfTokens } from "./csrf_tokens.ts";
import { textSigner } from "./text_signer.ts";

const SESSION = "ses_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

function tokensOf(text: string) {
  const secret = new TextEncoder().encode(text);
  const serviceSecrets = { ensure: () => Promise.resolve([{ secret, signsFrom: 0 }]) };
  return csrfTokens(textSigner("csrf", { serviceSecrets, clock: Date }), random);
}

Deno.test("a CSRF token names the session that it was made for, and differs every time", async () => {
  const tokens = tokensOf("secret");
  const [first, second] = [await tokens.tokenOf(SESSION), await tokens.tokenOf(SESSION)];
  assert.notEqual(first, second);
  for (const token of [first, second]) {
    assert.equal(await tokens.sessionOf(token), SESSION);
    assert.match(token, /^[A-Za-z0-9._-]+$/, "fit for a cookie");
  }
});

Deno.test("a CSRF token that this service did not make, or that was changed, names no session", async () => {
  const tokens = tokensOf("secret");
  const token = await tokens.tokenOf(SESSION);
  const [session, nonce, mac] = token.split(".");
  const other = session.replace(/.$/, (last) => last === "V" ? "W" : "V");
  const forged = [
    "",
    "x",
    `${other}.${nonce}.${mac}`,
    `${session}.${nonce.split("").reverse().join("")}.${mac}`,
    `${session}.${nonce}.${mac.slice(1)}`,
    `${token}.`,
    ` ${token}`,
    await tokensOf("another secret").tokenOf(SESSION),
  ];
  for (const text of forged) assert.equal(await tokens.sessionOf(text), null, text);
});
