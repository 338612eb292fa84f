import assert from "node:assert/strict";
import { DomainError } from "../../domain/errors.ts";
import { MAX_BODY_BYTES, readBody } from "./body_limit.ts";

/**
 * Test helper. Returns a request with a body of equal chunks, each filled with its own number, and a count of the
 * chunks that were read.
 */
function bodyOf({ chunks, bytes }: { readonly chunks: number; readonly bytes: number }) {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pulled === chunks) return controller.close();
      controller.enqueue(new Uint8Array(bytes).fill(pulled++ % 256));
    },
  }, { highWaterMark: 0 });
  return { request: new Request("https://localhost/", { method: "POST", body }), pulled: () => pulled };
}

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(() => null, (error: unknown) => error);
  return error instanceof DomainError ? `${error.code}: ${error.message}` : String(error);
}

Deno.test("a request body is read whole and in order, however it is cut into chunks", async () => {
  for (const sent of [{ chunks: 0, bytes: 1 }, { chunks: 900, bytes: 1 }, { chunks: 700, bytes: 1_400 }]) {
    const read = await readBody(bodyOf(sent).request, { maxBytes: MAX_BODY_BYTES });
    const expected = Uint8Array.from({ length: sent.chunks * sent.bytes }, (_, i) => Math.floor(i / sent.bytes) % 256);
    assert.deepEqual([...read], [...expected]);
  }
});

Deno.test("a body near the largest size is read in chunks of the size of network packets", async () => {
  const chunks = Math.floor(MAX_BODY_BYTES / 1_400);
  assert.equal(
    (await readBody(bodyOf({ chunks, bytes: 1_400 }).request, { maxBytes: MAX_BODY_BYTES })).length,
    chunks * 1_400,
  );
});

Deno.test("a body in chunks of one byte is refused after about a thousand chunks, however many it has", async () => {
  for (const chunks of [2_000, 20_000, 60_000]) {
    const { request, pulled } = bodyOf({ chunks, bytes: 1 });
    assert.match(
      await refusalOf(readBody(request, { maxBytes: 64 * 1_024 })),
      /^body_too_large: Cannot take a body in 100\d chunks/,
    );
    assert.ok(pulled() < 1_010, String(pulled()));
  }
});

Deno.test("the memory for a body grows with the bytes that have arrived, not with the announced length", async () => {
  const { request } = bodyOf({ chunks: 100, bytes: 16_384 });
  const announced = new Request(request, { headers: { "content-length": String(MAX_BODY_BYTES) } });
  const read = await readBody(announced, { maxBytes: MAX_BODY_BYTES });
  assert.deepEqual([read.length, read.buffer.byteLength], [1_638_400, 2_097_152]);
});

Deno.test("the event loop runs other tasks while a large body that has already arrived is read", async () => {
  const { request } = bodyOf({ chunks: 256, bytes: 65_536 });
  const largest = readBody(request, { maxBytes: MAX_BODY_BYTES });
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  assert.equal((await largest).length, MAX_BODY_BYTES);
  clearInterval(timer);
  assert.ok(turns >= 32, `${turns} turns`);
});

Deno.test("a body is refused as soon as it exceeds its limit", async () => {
  const { request, pulled } = bodyOf({ chunks: 1_000, bytes: 1_024 });
  assert.equal(
    await refusalOf(readBody(request, { maxBytes: 10_000 })),
    `body_too_large: Cannot take a body of more than ${10_000 / 1_024} KiB`,
  );
  assert.equal(pulled(), 10);
});
