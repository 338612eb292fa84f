import assert from "node:assert/strict";
import { accessTokenOf, fakePage, json } from "../../tests/support/fake_page.ts";
import { Refusal } from "../refusal.ts";

const page = fakePage();
const { beginSession, currentToken, sessionState } = await import("./session.ts");
const { signOut } = await import("./sign_out.ts");

const REFUSED = { code: "csrf_failed", detail: "The header X-CSRF-Token is not the csrf_token of this session" };
const isCsrfRefusal = (error: unknown) => error instanceof Refusal && error.code === "csrf_failed";

Deno.test("a sign-out that the service refuses twice is told, and the page does not say that the session has ended", async () => {
  beginSession(accessTokenOf("ada"));
  page.storage.set("draft 1 ada run", "{}");
  page.answer = ({ url }) =>
    url.endsWith("/auth/refresh") ? json(200, { access_token: accessTokenOf("ada", 2) }) : json(403, REFUSED);
  await assert.rejects(signOut(), isCsrfRefusal);
  assert.deepEqual([sessionState.value, currentToken()], ["signed in", accessTokenOf("ada", 2)]);
  assert.deepEqual([page.storage.size, page.loaded], [1, []]);
  page.cookie = "";
  await assert.rejects(signOut(), isCsrfRefusal);
  assert.equal(sessionState.value, "signed in");
  page.cookie = "csrf_token=csrf";
});

Deno.test("a sign-out by an old token against forged requests takes the new one, and leaves nothing at this browser", async () => {
  let csrf = "";
  page.answer = ({ url, headers }) => {
    if (url.endsWith("/auth/refresh")) {
      page.cookie = "csrf_token=fresh";
      return json(200, { access_token: accessTokenOf("ada", 3) });
    }
    csrf = headers.get("x-csrf-token") ?? "";
    return csrf === "fresh" ? json(200, { detail: "You are signed out" }) : json(403, REFUSED);
  };
  page.storage.set("theme", "dark");
  await signOut();
  assert.deepEqual([csrf, sessionState.value, page.loaded], ["fresh", "left", ["/app/sign-in"]]);
  assert.deepEqual([...page.storage.keys()], ["theme"]);
  assert.deepEqual(page.posted.at(-1), { kind: "signed out" });
});
