import assert from "node:assert/strict";
import { accountIdOf } from "../domain/identifier.ts";
import type { Log } from "../runtime/log.ts";
import { EventStreams, type Followed, type ReadRecord, type RecordEvent, type StreamTiming } from "./event_streams.ts";

const ACCOUNT = accountIdOf("acc_1");
const TIMING = { pollMs: 1, quietPolls: 3, pollsAtMost: 10, askMs: 60_000 };
const ALIVE = new AbortController().signal;
const FIRST: RecordEvent = { id: "a", data: "{}", isLast: false };

Deno.test("an unchanged record is sent once, then comments keep the event stream alive until its time limit", async () => {
  const { streams } = loggedStreams();
  const text = await new Response(streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), ALIVE)).text();
  assert.equal(text, "id: a\ndata: {}\n\n" + ":\n\n".repeat(3));
  assert.equal(streams.open, 0);
});

Deno.test("an event stream ends with the last event, or when its record is gone", async () => {
  const { streams } = loggedStreams();
  for (const [records, events] of [[[FIRST, { ...FIRST, id: "b", isLast: true }], 2], [[FIRST, null], 1]] as const) {
    const left: (RecordEvent | null)[] = [...records];
    const text = await new Response(
      streams.follow(ACCOUNT, followed(() => Promise.resolve(left.shift() ?? null)), ALIVE),
    ).text();
    assert.equal(text.split("\n\n").length - 1, events);
    assert.equal(left.length, 0);
  }
});

Deno.test("an event stream that its client cancels between two events is no longer open", async () => {
  const { streams } = loggedStreams();
  const reader = streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), ALIVE).getReader();
  await reader.read();
  assert.equal(streams.open, 1);
  await reader.cancel();
  assert.equal(streams.open, 0);
});

Deno.test("an event stream whose record cannot be read ends, and the log says why", async () => {
  const { streams, warnings } = loggedStreams();
  const text = await new Response(streams.follow(ACCOUNT, followed(() => Promise.reject(new Error("no disk"))), ALIVE))
    .text();
  assert.deepEqual([text, warnings], ["", ["event stream broke off no disk"]]);
  assert.equal(streams.open, 0);
});

Deno.test("an event stream that is opened while the service stops sends the record and ends", async () => {
  const { streams } = loggedStreams();
  streams.end();
  const text = await new Response(streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), ALIVE)).text();
  assert.equal(text, "id: a\ndata: {}\n\n");
});

Deno.test("an unread event stream counts towards the limit of a hundred until it is cancelled", async () => {
  const { streams } = loggedStreams();
  const opened = Array.from(
    { length: 100 },
    () => streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), ALIVE),
  );
  assert.throws(() => streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), ALIVE), { code: "rate_limited" });
  for (const stream of opened) await stream.cancel();
  assert.equal(streams.open, 0);
  const client = new AbortController();
  streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), client.signal);
  client.abort();
  assert.equal(streams.open, 0);
});

Deno.test("an event stream ends when its reader loses the right to read it", async () => {
  const { streams } = loggedStreams({ ...TIMING, pollsAtMost: Infinity, askMs: 1 });
  let asked = 0;
  const isAllowed = () => Promise.resolve(++asked < 3);
  const read = () => Promise.resolve(FIRST);
  await new Response(streams.follow(ACCOUNT, { read, isAllowed }, ALIVE)).text();
  assert.equal(asked, 3);
  assert.equal(streams.open, 0);
});

function followed(read: ReadRecord): Followed {
  return { read, isAllowed: () => Promise.resolve(true) };
}

function loggedStreams(timing: StreamTiming = TIMING): { streams: EventStreams; warnings: readonly string[] } {
  const warnings: string[] = [];
  const ignore = (): void => undefined;
  const warn: Log["warn"] = (event, fields) => void warnings.push(`${event} ${fields?.reason}`);
  return { streams: new EventStreams({ debug: ignore, info: ignore, warn, error: ignore }, timing), warnings };
}
