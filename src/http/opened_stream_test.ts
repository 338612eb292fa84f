import assert from "node:assert/strict";
import { openedStream } from "./opened_stream.ts";

Deno.test("an opened stream has the same bytes, and only its first chunk is read in advance", async () => {
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

Deno.test("an empty stream can be opened and has no bytes", async () => {
  const empty = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.close() });
  assert.equal((await new Response(await openedStream(empty)).bytes()).length, 0);
});

Deno.test("a stream that fails at its first chunk is refused with not_ready, and one that fails later passes its error on", async () => {
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

Deno.test("cancelling an opened stream cancels its source", async () => {
  const reasons: unknown[] = [];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(Uint8Array.of(1)),
    cancel: (reason) => void reasons.push(reason),
  }, { highWaterMark: 0 });
  await (await openedStream(stream)).cancel("enough");
  assert.deepEqual(reasons, ["enough"]);
});
