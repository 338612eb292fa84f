import assert from "node:assert/strict";
import { serveSignInLink } from "./sign_in_link.ts";

Deno.test("the link of the demo gives the cookies of a session to the first browser alone, and to no other path", async () => {
  const cookies = ["refresh_token=a; Path=/auth; HttpOnly; Secure; SameSite=Lax", "csrf_token=b; Path=/; Secure"];
  const { link, stop } = serveSignInLink({ console: "https://localhost:8443/app", cookies });
  const read = async (address: string): Promise<Response> => {
    const response = await fetch(address.replace("localhost", "127.0.0.1"), { redirect: "manual" });
    await response.body?.cancel();
    return response;
  };
  try {
    assert.equal((await read(new URL("/", link).href)).status, 404);
    const first = await read(link);
    assert.equal(first.status, 303);
    assert.equal(first.headers.get("location"), "https://localhost:8443/app");
    assert.deepEqual(first.headers.getSetCookie(), cookies);
    const second = await read(link);
    assert.equal(second.status, 410);
    assert.deepEqual(second.headers.getSetCookie(), []);
  } finally {
    await stop();
  }
});
