import assert from "node:assert/strict";
import { accountIdOf } from "../domain/identifier.ts";
import type { Log } from "../runtime/log.ts";
import { EventStreams, type Followed, type ReadRecord, type RecordEvent, type StreamTiming } from "./event_streams.ts";

const ACCOUNT = accountIdOf("acc_1");
const TIMING = { pollMs: 1, quietPolls: 3, pollsAtMost: 10, askMs: 60_000 };
const ALIVE = new AbortController().signal;
const FIRST: RecordEvent = { id: "a", data: "{}", isLast: false };

Deno.test("a record without a change is said once, then comments keep the stream, which ends after its time", async () => {
  const { streams } = loggedStreams();
  const text = await new Response(streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), ALIVE)).text();
  assert.equal(text, "id: a\ndata: {}\n\n" + ":\n\n".repeat(3));
  assert.equal(streams.open, 0);
});

Deno.test("a stream ends with the last event, and with a record that is gone", async () => {
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

Deno.test("a stream that is left between two events is open no more", async () => {
  const { streams } = loggedStreams();
  const reader = streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), ALIVE).getReader();
  await reader.read();
  assert.equal(streams.open, 1);
  await reader.cancel();
  assert.equal(streams.open, 0);
});

Deno.test("a record that cannot be read ends the stream, and the log says why", async () => {
  const { streams, warnings } = loggedStreams();
  const text = await new Response(streams.follow(ACCOUNT, followed(() => Promise.reject(new Error("no disk"))), ALIVE))
    .text();
  assert.deepEqual([text, warnings], ["", ["event stream broke off no disk"]]);
  assert.equal(streams.open, 0);
});

Deno.test("a stream that is opened when the service stops says the record and ends", async () => {
  const { streams } = loggedStreams();
  streams.end();
  const text = await new Response(streams.follow(ACCOUNT, followed(() => Promise.resolve(FIRST)), ALIVE)).text();
  assert.equal(text, "id: a\ndata: {}\n\n");
});

Deno.test("a stream that nobody has read of yet is one of the hundred, and none when it is given up", async () => {
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

Deno.test("a stream ends with the right to read it", async () => {
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
