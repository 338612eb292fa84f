import assert from "node:assert/strict";
import { openedStream } from "./opened_stream.ts";

Deno.test("an opened stream has the same bytes, and is read no further than its reader asks", async () => {
  let pulled = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (pulled === 3) return controller.close();
      controller.enqueue(Uint8Array.of(++pulled));
    },
  }, { highWaterMark: 0 });
  const opened = await openedStream(stream);
  assert.equal(pulled, 1);
  assert.deepEqual(await new Response(opened).bytes(), Uint8Array.of(1, 2, 3));
});

Deno.test("an empty stream opens and ends", async () => {
  const empty = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.close() });
  assert.equal((await new Response(await openedStream(empty)).bytes()).length, 0);
});

Deno.test("a stream that cannot begin is not_ready with its cause, one that breaks off later breaks off", async () => {
  const cause = new Error("cut off");
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: () => Promise.reject(cause) }, {
    highWaterMark: 0,
  });
  await assert.rejects(openedStream(broken), { code: "not_ready", cause });
  let pulled = 0;
  const later = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (pulled++ > 0) throw cause;
      controller.enqueue(Uint8Array.of(1));
    },
  }, { highWaterMark: 0 });
  await assert.rejects(new Response(await openedStream(later)).bytes(), cause);
});

Deno.test("who stops reading an opened stream ends its source", async () => {
  const reasons: unknown[] = [];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(Uint8Array.of(1)),
    cancel: (reason) => void reasons.push(reason),
  }, { highWaterMark: 0 });
  await (await openedStream(stream)).cancel("enough");
  assert.deepEqual(reasons, ["enough"]);
});
