import assert from "node:assert/strict";
import { writtenAtOnce } from "./written_at_once.ts";

const HEADERS = { "content-type": "application/json" };

/** A body in chunks of so many bytes, how many were asked for, and whether it was cancelled. */
function sourceOf({ chunks, bytes }: { readonly chunks: number; readonly bytes: number }) {
  const seen = { pulled: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (seen.pulled === chunks) return controller.close();
      seen.pulled++;
      controller.enqueue(new Uint8Array(bytes).fill(seen.pulled % 256));
    },
    cancel() {
      seen.isCancelled = true;
    },
  }, { highWaterMark: 0 });
  return { body, seen };
}

Deno.test("of a long body no more is read than its client takes, however long it is", async () => {
  for (const chunks of [10, 1_000]) {
    const { body, seen } = sourceOf({ chunks, bytes: 60_000 });
    const reader = writtenAtOnce(new Response(body, { headers: HEADERS })).body?.getReader();
    for (const taken of [1, 2, 3]) {
      await reader?.read();
      assert.ok(seen.pulled <= taken + 1, `${seen.pulled} of ${taken}`);
    }
    await reader?.cancel();
    assert.ok(seen.isCancelled);
  }
});

Deno.test("a short body is cut into pieces of a thousand bytes at most, whatever it came in", async () => {
  for (const sent of [{ chunks: 0, bytes: 1 }, { chunks: 700, bytes: 20 }, { chunks: 1, bytes: 14_000 }]) {
    const { body } = sourceOf(sent);
    const pieces = await Array.fromAsync(writtenAtOnce(new Response(body, { headers: HEADERS })).body ?? []);
    assert.ok(pieces.every(({ length }) => length <= 1_000));
    assert.equal(pieces.reduce((sum, { length }) => sum + length, 0), sent.chunks * sent.bytes);
  }
});

Deno.test("a body arrives as it was answered, and breaks off where it does", async () => {
  const { body } = sourceOf({ chunks: 300, bytes: 997 });
  const whole = await new Response(sourceOf({ chunks: 300, bytes: 997 }).body).bytes();
  assert.deepEqual(await writtenAtOnce(new Response(body, { headers: HEADERS })).bytes(), whole);
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("gone")) });
  await assert.rejects(writtenAtOnce(new Response(broken, { headers: HEADERS })).bytes(), /gone/);
});
