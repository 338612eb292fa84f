import assert from "node:assert/strict";
import { writtenAtOnce } from "./written_at_once.ts";

const HTTP_2 = { isHttp2: true };

/**
 * Test helper. Returns a body of chunks of equal size, and a record of how many chunks were read and whether the body
 * was cancelled.
 */
function sourceOf({ chunks, bytes }: { readonly chunks: number; readonly bytes: number }) {
  const seen = { pulled: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (seen.pulled === chunks) return controller.close();
      seen.pulled++;
      controller.enqueue(new Uint8Array(bytes).fill(seen.pulled % 256));
    },
    cancel() {
      seen.isCancelled = true;
    },
  }, { highWaterMark: 0 });
  const headers = { "content-type": "application/json", "content-length": String(chunks * bytes) };
  return { response: new Response(body, { headers }), seen };
}

Deno.test("a body in pieces is read at most one chunk ahead of its client, and cancelling it cancels its source", async () => {
  const { response, seen } = sourceOf({ chunks: 60, bytes: 1_000 });
  const reader = (await writtenAtOnce(response, HTTP_2)).body?.getReader();
  for (const taken of [1, 2, 3]) {
    await reader?.read();
    assert.ok(seen.pulled <= taken + 1, `${seen.pulled} of ${taken}`);
  }
  await reader?.cancel();
  assert.ok(seen.isCancelled);
});

Deno.test("over HTTP/2 a body of up to 64 KiB is cut into pieces of at most 1,000 bytes, whatever its chunks", async () => {
  for (const sent of [{ chunks: 0, bytes: 1 }, { chunks: 700, bytes: 20 }, { chunks: 1, bytes: 65_536 }]) {
    const written = await writtenAtOnce(sourceOf(sent).response, HTTP_2);
    const pieces: readonly Uint8Array[] = await Array.fromAsync(written.body ?? []);
    assert.ok(pieces.every(({ length }) => length <= 1_000));
    assert.equal(pieces.reduce((sum, { length }) => sum + length, 0), sent.chunks * sent.bytes);
  }
});

Deno.test("a body of more than 64 KiB, one of unknown length and an absent one are passed on unchanged", async () => {
  const { response } = sourceOf({ chunks: 2, bytes: 40_000 });
  for (const answer of [response, new Response("events"), new Response(null, { headers: { "content-length": "9" } })]) {
    for (const isHttp2 of [false, true]) assert.equal(await writtenAtOnce(answer, { isHttp2 }), answer);
  }
});

Deno.test("a body in pieces has the bytes of its source and fails with the error of its source", async () => {
  const whole = await sourceOf({ chunks: 13, bytes: 997 }).response.bytes();
  for (const isHttp2 of [false, true]) {
    const { response } = sourceOf({ chunks: 13, bytes: 997 });
    assert.deepEqual(await (await writtenAtOnce(response, { isHttp2 })).bytes(), whole);
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("gone")) });
    const answer = new Response(broken, { headers: { "content-length": "5000" } });
    await assert.rejects((await writtenAtOnce(answer, { isHttp2 })).bytes(), /gone/);
  }
});
