import assert from "node:assert/strict";
import { accessTokenOf, fakePage, json } from "../../tests/support/fake_page.ts";
import { Refusal } from "../refusal.ts";

const page = fakePage();
const { beginSession, sessionState } = await import("./session.ts");
const { waitsUntil } = await import("./waits.ts");
const { patiently, send, sendPatiently } = await import("./send.ts");

const OLD = accessTokenOf("ada", 1), NEW = accessTokenOf("ada", 2);
const busy = (seconds: number): Response => json(503, { code: "not_ready" }, { "retry-after": String(seconds) });

function request(method: string, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request("http://console.test/jobs", { method, headers });
}

Deno.test("a request whose token has expired is sent again with a new one, once", async () => {
  beginSession(OLD);
  page.answer = ({ url, headers }) =>
    url.endsWith("/auth/refresh")
      ? json(200, { access_token: NEW })
      : headers.get("authorization") === `Bearer ${NEW}`
      ? json(200, {})
      : json(401, { code: "token_expired" });
  assert.equal((await send(request("GET"))).status, 200);
  assert.deepEqual(page.sent, [`GET /jobs as ${OLD}`, "POST /auth/refresh", `GET /jobs as ${NEW}`]);
});

Deno.test("a busy service is waited for only where a second request cannot do anything twice", async () => {
  for (
    const { sent, times } of [
      { sent: request("GET"), times: 2 },
      { sent: request("POST", { "idempotency-key": "key" }), times: 2 },
      { sent: request("POST"), times: 1 },
    ]
  ) {
    page.sent.length = 0;
    page.answer = () => page.sent.length === 1 ? busy(0) : json(200, {});
    assert.equal((await send(sent)).status, times === 2 ? 200 : 503);
    assert.equal(page.sent.length, times, sent.method);
  }
  page.sent.length = 0;
  assert.equal((await sendPatiently(request("POST"))).status, 200);
  assert.equal(page.sent.length, 2);
});

Deno.test("what is sent without the session, such as an upload, waits for a busy service, and not for ever", async () => {
  for (const { busyTimes, status } of [{ busyTimes: 2, status: 200 }, { busyTimes: Infinity, status: 503 }]) {
    let times = 0;
    const answer = await patiently(() => Promise.resolve(times++ < busyTimes ? busy(0) : json(200, {})));
    assert.equal(answer.status, status);
    assert.ok(times < 10, String(times));
  }
});

Deno.test("a service that cannot be reached is a refusal that says so", async () => {
  page.answer = () => Promise.reject(new TypeError("network error"));
  await assert.rejects(send(request("GET")), (error) => error instanceof Refusal && error.code === "unreachable");
  // Ends the look for the service that began.
  page.answer = () => json(200, {});
  assert.equal((await send(request("GET"))).status, 200);
});

Deno.test("after a sign-out in another tab nothing that waits is sent in the name of the next person, nor shown", async () => {
  const late = Promise.withResolvers<Response>();
  page.sent.length = 0;
  page.answer = ({ method }) => method === "POST" ? late.promise : busy(0.05);
  const waiting = send(request("GET")), answered = send(request("POST"));
  const end = waitsUntil.subscribe((until) => {
    if (until === null || sessionState.value === "left") return;
    page.hear({ kind: "signed out" });
    page.hear({ kind: "signed in", token: accessTokenOf("bob") });
    late.resolve(json(200, { secret: "of Ada" }));
  });
  const codes = (await Promise.allSettled([waiting, answered])).map((one) =>
    one.status === "rejected" && one.reason instanceof Refusal ? one.reason.code : one.status
  );
  assert.deepEqual(codes, ["person_left", "person_left"]);
  end();
  assert.deepEqual(page.sent, [`GET /jobs as ${NEW}`, `POST /jobs as ${NEW}`]);
  assert.deepEqual(page.loaded, ["/app/sign-in"]);
});
