import assert from "node:assert/strict";
import { secretDigest } from "../../src/accounts/secrets.ts";
import { JOB_STATUSES } from "../../src/domain/job.ts";
import { Browser, newEmail, verifiedBrowser } from "../support/browser.ts";
import { openEvents } from "../support/event_stream.ts";
import { runService } from "../support/running_service.ts";
import { submitted, succeeded } from "../support/runs_over_https.ts";
import { clockedService, QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const RUN = pricesBody(3, 40);

Deno.test(
  testInTurn(
    "the event stream of a run sends its record at each change, in order of status, and ends when the run has finished",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const runId = await submitted(person, { ...pricesBody(40, 800), efficient_frontier: { points: 200 } });
      using stream = await openEvents(service, person, runId);
      assert.equal(stream.response.headers.get("content-type"), "text/event-stream");
      const events = await stream.rest();
      const statuses = events.map(({ run }) => JOB_STATUSES.indexOf(run.status));
      assert.deepEqual(statuses, statuses.toSorted((a, b) => a - b));
      assert.equal(JOB_STATUSES[statuses[statuses.length - 1]], "succeeded");
      events.slice(1).forEach((event, index) => {
        assert.notEqual(event.id, events[index].id);
        assert.notDeepEqual(event.run, events[index].run);
      });
      assert.deepEqual(events.at(-1)?.run, (await person.send("GET", `/jobs/${runId}`)).body);
    },
  ),
);

Deno.test("the event stream of a finished run has one event, and none for a client that reconnects with the event's id", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  using stream = await openEvents(service, person, runId);
  const events = await stream.rest();
  assert.deepEqual(events.map(({ run }) => run), [(await person.send("GET", `/jobs/${runId}`)).body]);
  const again = (lastEventId: string): Promise<{ status: number }> =>
    person.send("GET", `/jobs/${runId}/events`, { headers: { "last-event-id": lastEventId } });
  assert.equal((await again(events[0].id)).status, 204);
  assert.equal((await again("another")).status, 200);
});

for (const http2 of [true, false]) {
  Deno.test(`each change of a run is sent at once ${http2 ? "over HTTP/2" : "over HTTP/1.1"}, and cancelling it ends the stream`, async () => {
    const service = await sharedService(QUEUED);
    const person = await verifiedBrowser(service);
    const runId = await submitted(person, RUN);
    using stream = await openEvents(service, person, runId, { http2, headers: { "accept-encoding": "gzip, br" } });
    assert.deepEqual((await stream.next())?.run.status, "queued");
    await person.send("PATCH", `/jobs/${runId}`, { body: { name: "New" } });
    assert.deepEqual((await stream.next())?.run.name, "New");
    await person.send("POST", `/jobs/${runId}/cancel`);
    assert.deepEqual((await stream.rest()).map(({ run }) => run.status), ["cancelled"]);
  });

  Deno.test(`the event stream of a client that disconnects is closed ${http2 ? "over HTTP/2" : "over HTTP/1.1"}`, async () => {
    const service = await sharedService(QUEUED);
    const person = await verifiedBrowser(service);
    const runId = await submitted(person, RUN);
    using stream = await openEvents(service, person, runId, { http2 });
    await stream.next();
    assert.equal(service.service.dependencies.eventStreams.open, 1);
    stream.leave();
    await until(() => service.service.dependencies.eventStreams.open === 0, "the end of the stream");
  });
}

Deno.test("the event stream of a run ends when its account is deleted", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, RUN);
  using stream = await openEvents(service, person, runId);
  await stream.next();
  await person.send("DELETE", "/users/me");
  assert.deepEqual(await stream.rest(), []);
});

Deno.test("changes of a run by another service on the same store are sent as events", async () => {
  const service = await sharedService(QUEUED);
  const email = newEmail();
  const person = await verifiedBrowser(service, email);
  const runId = await submitted(person, RUN);
  using stream = await openEvents(service, person, runId);
  await stream.next();
  await using other = await runService({ environment: { ...QUEUED, KV_PATH: service.kvPath } });
  const elsewhere = new Browser(other);
  await elsewhere.logIn(email);
  await elsewhere.send("POST", `/jobs/${runId}/cancel`);
  const events = await stream.rest();
  assert.equal(other.service.dependencies.eventStreams.open, 0);
  assert.equal(events.at(-1)?.run.status, "cancelled");
});

Deno.test("a graceful stop of the service ends every open event stream before its deadline", async () => {
  const service = await runService({ environment: { ...QUEUED, STOP_GRACE_SECONDS: "60" } });
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, RUN);
  const streams = await Promise.all([true, false, true].map((http2) => openEvents(service, person, runId, { http2 })));
  for (const stream of streams) await stream.next();
  const [rests] = await Promise.all([
    Promise.all(streams.map((stream) => stream.rest())),
    service[Symbol.asyncDispose](),
  ]);
  assert.deepEqual(rests, [[], [], []]);
  for (const stream of streams) stream[Symbol.dispose]();
});

Deno.test("HEAD of a run's events opens no event stream", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, RUN);
  assert.equal((await person.send("HEAD", `/jobs/${runId}/events`)).status, 200);
  assert.equal(service.service.dependencies.eventStreams.open, 0);
});

Deno.test("an account may open 100 event streams, the next one is 429, and other accounts can still open theirs", async () => {
  const service = await sharedService(QUEUED);
  const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const [runId, otherId] = [await submitted(person, RUN), await submitted(other, RUN)];
  const streams = await Promise.all(Array.from({ length: 100 }, () => openEvents(service, person, runId)));
  for (const stream of streams) await stream.next();
  assert.equal((await person.send("GET", `/jobs/${runId}/events`)).status, 429);
  using another = await openEvents(service, other, otherId);
  assert.equal(another.response.status, 200);
  for (const stream of streams) stream[Symbol.dispose]();
});

Deno.test(
  testInTurn(
    "an event stream ends when its session, access token or API key ends, or its key loses the scope",
    async () => {
      const { service, clock } = await clockedService(QUEUED);
      const person = await verifiedBrowser(service);
      const runId = await submitted(person, RUN);
      const { body: client } = await person.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
      const newKey = async () =>
        (await person.send("POST", "/auth/api-keys", {
          body: { client_id: client.id, name: "Key", scopes: ["jobs:*"] },
        }))
          .body;
      const [deleted, narrowed, kept] = [await newKey(), await newKey(), await newKey()];
      const byKey = (key: { key: string }) =>
        openEvents(service, person, runId, { headers: { authorization: `Bearer ${key.key}` } });
      const streams = [await byKey(deleted), await byKey(narrowed), await openEvents(service, person, runId)];
      using lasting = await byKey(kept);
      for (const stream of [...streams, lasting]) await stream.next();
      await person.send("DELETE", `/auth/api-keys/${deleted.id}`);
      assert.deepEqual(await streams[0].rest(), [], "the key is gone");
      const member = await service.store.apiKeys.authenticate(
        narrowed.id,
        secretDigest(narrowed.key.split("_").slice(2).join("_")),
      );
      assert.ok(member !== null);
      const [session] = (await person.send("GET", "/auth/sessions")).body.items;
      await service.store.apiKeys.update(member.account.id, narrowed.id, { scopes: [], sessionId: session.session_id });
      assert.deepEqual(await streams[1].rest(), [], "the key lost its scope");
      await person.send("POST", "/auth/logout");
      assert.deepEqual(await streams[2].rest(), [], "the session has ended");
      assert.equal(service.service.dependencies.eventStreams.open, 1, "that of the key that is still good");
      for (const stream of streams) stream[Symbol.dispose]();
      const other = await verifiedBrowser(service);
      using expiring = await openEvents(service, other, await submitted(other, RUN));
      await expiring.next();
      clock.aheadMs = 901_000;
      assert.deepEqual(await expiring.rest(), [], "the access token has expired");
    },
  ),
);

Deno.test(testInTurn("of 130 event streams that an account opens concurrently, exactly 100 are accepted", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, RUN);
  const streams = await Promise.all(Array.from({ length: 130 }, () => openEvents(service, person, runId)));
  const statuses = streams.map(({ response }) => response.status);
  assert.deepEqual([200, 429].map((status) => statuses.filter((one) => one === status).length), [100, 30]);
  for (const stream of streams) stream[Symbol.dispose]();
}));
