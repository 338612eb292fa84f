import assert from "node:assert/strict";
import { until } from "../../tests/support/until.ts";
import { systemStopwatch } from "./clock.ts";
import { EventLoopWatch } from "./event_loop_watch.ts";
import type { Log, LogFields } from "./log.ts";

const TURN_MS = 300;

function recordingLog(): { readonly log: Log; readonly warned: readonly (readonly [string, LogFields])[] } {
  const warned: (readonly [string, LogFields])[] = [];
  const silent = (): void => undefined;
  const warn: Log["warn"] = (event, fields = {}) => void warned.push([event, fields]);
  return { log: { debug: silent, info: silent, warn, error: silent }, warned };
}

function holdLoop(): Promise<void> {
  const begun = systemStopwatch();
  while (systemStopwatch() - begun < TURN_MS);
  return Promise.resolve();
}

Deno.test("a blocked event loop is logged with the routes of open requests, and of one answered in the meantime", async () => {
  const { log, warned } = recordingLog();
  const watch = new EventLoopWatch(log);
  const stopping = new AbortController();
  const running = watch.run(stopping.signal);
  const waiting = Promise.withResolvers<void>();
  const slow = watch.during("GET /slow", () => waiting.promise);
  await watch.during("POST /held", holdLoop);
  await until(() => warned.length > 0, "the long turn to be noted");
  const [event, { held_ms, routes }] = warned[0];
  assert.deepEqual([event, routes], ["event loop held", "GET /slow, POST /held"]);
  assert.ok(Number(held_ms) >= TURN_MS - 50, String(held_ms));
  waiting.resolve();
  await slow;
  const before = warned.length;
  await watch.during("GET /later", holdLoop);
  await until(() => warned.length > before, "the next one to be noted");
  assert.match(String(warned[before][1].routes), /^GET \/later(, GET \/slow)?$/);
  stopping.abort();
  await running;
});

Deno.test("a blocked event loop without an open request is not logged", async () => {
  const { log, warned } = recordingLog();
  const watch = new EventLoopWatch(log);
  const stopping = new AbortController();
  const running = watch.run(stopping.signal);
  await holdLoop();
  await watch.during("GET /first", async () => {
    await new Promise((resolve) => setTimeout(resolve));
    await holdLoop();
  });
  await until(() => warned.length > 0, "the turn of the request to be noted");
  assert.deepEqual(warned.map(([, { routes }]) => routes), ["GET /first"]);
  stopping.abort();
  await running;
});
