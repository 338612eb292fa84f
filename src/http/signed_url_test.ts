import assert from "node:assert/strict";
import { anyCharacter } from "../../tests/support/any_character.ts";
import fc from "../../tests/support/fast_check.ts";
import { textSigner } from "../accounts/text_signer.ts";
import { accountIdOf, jobIdOf } from "../domain/identifier.ts";
import { signedUrls } from "./signed_url.ts";

const ARTIFACT = { accountId: accountIdOf("acc_1"), jobId: jobIdOf("run_1"), name: "charts/weights.svg" };
const FIFTEEN_MINUTES_MS = 900_000;
const REFUSED = { code: "link_invalid" };

function withClock(nowMs: number, secret = new Uint8Array(32).fill(7)) {
  const clock = { nowMs, now: () => clock.nowMs };
  const serviceSecrets = { ensure: () => Promise.resolve([{ secret, signsFrom: 0 }]) };
  const signer = textSigner("signed_url", { serviceSecrets, clock });
  const urls = signedUrls({ signer, clock, publicUrl: "https://service.example" });
  return { clock, urls };
}

const tokenOf = (url: string): string => url.slice(url.lastIndexOf("/") + 1);

Deno.test("a signed link opens its artifact for 15 minutes and not a millisecond longer", async () => {
  const { clock, urls } = withClock(1_000);
  const { url, expiresAt } = await urls.urlOf(ARTIFACT);
  assert.match(url, /^https:\/\/service\.example\/downloads\/[A-Za-z0-9_.-]+$/);
  assert.equal(expiresAt, 1_000 + FIFTEEN_MINUTES_MS);
  clock.nowMs = expiresAt - 1;
  assert.deepEqual(await urls.open(tokenOf(url)), ARTIFACT);
  clock.nowMs = expiresAt;
  await assert.rejects(urls.open(tokenOf(url)), REFUSED);
});

Deno.test("a signed link with any character changed, left out or added is refused", async () => {
  const { urls } = withClock(1_000);
  const token = tokenOf((await urls.urlOf(ARTIFACT)).url);
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === "A" ? "B" : "A";
    await assert.rejects(urls.open(token.slice(0, index) + other + token.slice(index + 1)), REFUSED);
    await assert.rejects(urls.open(token.slice(0, index) + token.slice(index + 1)), REFUSED);
  }
  for (const added of [`${token}A`, `A${token}`, `${token}.`, `${token}.A`, `${token}=`]) {
    await assert.rejects(urls.open(added), REFUSED);
  }
});

Deno.test("any text that this service did not sign is refused with link_invalid", async () => {
  const { urls } = withClock(1_000);
  await fc.assert(fc.asyncProperty(fc.string({ unit: anyCharacter }), async (text) => {
    await assert.rejects(urls.open(text), REFUSED);
  }));
});

Deno.test("a link signed by another secret is refused", async () => {
  const { url } = await withClock(1_000, new Uint8Array(32).fill(8)).urls.urlOf(ARTIFACT);
  await assert.rejects(withClock(1_000).urls.open(tokenOf(url)), REFUSED);
});

Deno.test("the signature of one artifact does not open another", async () => {
  const { urls } = withClock(1_000);
  const [one, other] = await Promise.all(
    [ARTIFACT, { ...ARTIFACT, jobId: jobIdOf("run_2") }].map(async (artifact) =>
      tokenOf((await urls.urlOf(artifact)).url)
    ),
  );
  await assert.rejects(urls.open(`${other.split(".")[0]}.${one.split(".")[1]}`), REFUSED);
});
