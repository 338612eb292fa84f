import assert from "node:assert/strict";
import { accessTokenOf, fakePage, json } from "../../tests/support/fake_page.ts";

const page = fakePage();
const { beginSession, currentPerson, currentToken, lookForSession, renewedToken, sessionState, signIns } = await import(
  "./session.ts"
);

/** An answer that ends in the middle. */
const brokenOff = (): Response => new Response('{"access_');

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((version) => accessTokenOf("ada", version));

Deno.test("a page that loads finds the session in its cookies, once the service can tell", async () => {
  const answers = [json(503, { code: "not_ready" }), brokenOff(), json(200, { access_token: FIRST })];
  page.answer = () => answers.shift() ?? json(500, {});
  await lookForSession();
  assert.deepEqual([sessionState.value, currentToken(), currentPerson()], ["signed in", FIRST, "ada"]);
  assert.deepEqual(page.posted, [{ kind: "signed in", token: FIRST }]);
});

Deno.test("requests that meet an expired token at once share one refresh, and a token of another tab spares it", async () => {
  page.sent.length = 0;
  page.answer = () => json(200, { access_token: SECOND });
  assert.deepEqual(await Promise.all([FIRST, FIRST].map((stale) => renewedToken(stale ?? null))), [SECOND, SECOND]);
  assert.deepEqual(page.sent, ["POST /auth/refresh"]);
  page.hear({ kind: "signed in", token: THIRD });
  assert.equal(await renewedToken(SECOND ?? null), THIRD);
  assert.equal(page.sent.length, 1);
});

Deno.test("a session that has ended leaves the page as it is, and a sign-in of the same person goes on", async () => {
  page.answer = () => json(401, { code: "session_revoked" });
  assert.equal(await renewedToken(currentToken()), null);
  assert.deepEqual([sessionState.value, currentToken(), currentPerson()], ["ended", null, "ada"]);
  const before = signIns.value;
  beginSession(accessTokenOf("ada", 4));
  assert.deepEqual([sessionState.value, signIns.value, page.loaded], ["signed in", before + 1, []]);
});

Deno.test("where another person signs in, the console is loaded anew and this page gets no token of theirs", async () => {
  page.answer = () => json(200, { access_token: accessTokenOf("bob") });
  assert.equal(await renewedToken(currentToken()), null);
  assert.deepEqual([page.loaded, sessionState.value, currentToken()], [["/app"], "left", null]);
  page.hear({ kind: "signed in", token: accessTokenOf("bob", 2) });
  assert.equal(await renewedToken(null), null);
  assert.deepEqual([currentToken(), currentPerson()], [null, ""]);
});
