import assert from "node:assert/strict";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const LARGE = new TextEncoder().encode(JSON.stringify({ ...pricesBody(40, 600), methods: ["equal_weight"] }));
/** Memory limit of the large bodies of one account or of all, in bytes. One growing body fits, but not a second one. */
const ROOM = 600_000;
const SMALL = { ...pricesBody(3, 40), methods: ["equal_weight"] };

Deno.test(
  testInTurn(
    "while a large body arrives slowly, other large ones of its account get 503, and all other bodies are accepted",
    async () => {
      await using service = await crowded({ bytesOfAccount: ROOM });
      const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
      const slow = sending(service, person);
      await slow.send(300_000);
      await untilTaken(service);
      assert.equal((await sending(service, person).whole()).status, 503);
      assert.equal((await person.send("POST", "/jobs", { body: SMALL })).status, 202);
      assert.equal((await sending(service, other).whole()).status, 202);
      assert.equal((await slow.whole()).status, 202);
      assert.equal((await sending(service, person).whole()).status, 202, "its room is free again");
    },
  ),
);

Deno.test(
  testInTurn(
    "a large body that arrives too slowly is refused with 503 when another account's large body needs its memory",
    async () => {
      await using service = await crowded({ bytesInAll: ROOM, arrivingMs: 0 });
      const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
      const slow = sending(service, person);
      await slow.send(300_000);
      await untilTaken(service);
      assert.equal((await sending(service, other).whole()).status, 202);
      const refusal = await slow.answer;
      assert.deepEqual([refusal.status, (await refusal.json()).code], [503, "not_ready"]);
      await slow.giveUp();
    },
  ),
);

function crowded(limits: { bytesInAll?: number; bytesOfAccount?: number; arrivingMs?: number }) {
  return runService({ environment: { WORKERS: "0" }, largeBodyLimits: { arrivingMs: 600_000, ...limits } });
}

/** Starts to send the large body step by step, on an HTTP/2 connection that all requests share. */
function sending(service: RunningService, { accessToken }: Browser) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const gone = new AbortController();
  let sent = 0;
  const answer = service.fetch("/jobs", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: readable,
    signal: gone.signal,
  });
  const send = async (bytes: number): Promise<void> => {
    const part = LARGE.slice(sent, sent + bytes);
    sent += part.length;
    await writer.write(part);
  };
  return {
    answer,
    send,
    async giveUp(): Promise<void> {
      await writer.abort().catch(() => undefined);
      gone.abort();
    },
    async whole(): Promise<Response> {
      await Promise.race([send(LARGE.length).then(() => writer.close()), answer]);
      const response = await answer;
      await response.body?.cancel();
      return response;
    },
  };
}

async function untilTaken({ service }: RunningService): Promise<void> {
  await until(() => service.dependencies.largeBodyPlaces.bytes >= 300_000, "room to be taken");
}
