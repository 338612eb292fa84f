import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressed, sentCoding } from "./compressed.ts";

const TEXT = new TextEncoder().encode('{"weights":[0.25,0.5]}'.repeat(200));
const LONG = new Uint8Array(1_000_000).map((_, i) => 48 + (i * i) % 10);

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(
    Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, i) => bytes.slice(i * 1_000, (i + 1) * 1_000)),
  );
}

async function sent(bytes: Uint8Array<ArrayBuffer>, type: string, request: Readonly<Record<string, string>>) {
  const headers = { "content-type": type, "content-length": String(bytes.length), etag: '"tag"' };
  const answer = await compressed({ content: streamOf(bytes), headers }, new Headers(request));
  return { headers: answer.headers, bytes: await new Response(answer.content).bytes() };
}

Deno.test("a stored text is compressed as a whole, with its compressed length and its own ETag", async () => {
  for (const type of ["application/json", "text/csv", "image/svg+xml"]) {
    const { headers, bytes } = await sent(TEXT, type, { "accept-encoding": "gzip, br" });
    assert.deepEqual([headers["content-encoding"], headers.etag, headers.vary], ["br", '"tag-br"', "accept-encoding"]);
    assert.equal(headers["content-length"], String(bytes.length));
    assert.deepEqual(new Uint8Array(brotliDecompressSync(bytes)), TEXT);
  }
});

Deno.test("a long stored text is streamed as gzip without a length, and uncompressed to a client without gzip", async () => {
  const { headers, bytes } = await sent(LONG, "text/csv", { "accept-encoding": "gzip, br" });
  assert.deepEqual([headers["content-encoding"], headers.etag], ["gzip", '"tag-gzip"']);
  assert.ok(!("content-length" in headers));
  assert.deepEqual(new Uint8Array(gunzipSync(bytes)), LONG);
  const plain = await sent(LONG, "text/csv", { "accept-encoding": "br" });
  assert.deepEqual([plain.headers["content-encoding"], plain.headers["content-length"]], [undefined, "1000000"]);
  assert.deepEqual(plain.bytes, LONG);
});

Deno.test("ranges, short texts, other media types and texts for clients without a coding are not compressed", async () => {
  const cases = [
    [TEXT, "application/json", {}],
    [TEXT, "application/json", { "accept-encoding": "br;q=0, identity" }],
    [TEXT, "application/json", { "accept-encoding": "br", range: "bytes=0-9" }],
    [TEXT, "application/pdf", { "accept-encoding": "br" }],
    [TEXT.slice(0, 1_024), "application/json", { "accept-encoding": "br" }],
  ] as const;
  for (const [bytes, type, request] of cases) {
    const { headers, bytes: received } = await sent(bytes, type, request);
    assert.deepEqual([headers["content-encoding"], headers.etag], [undefined, '"tag"'], type);
    assert.deepEqual(received, bytes);
  }
});

Deno.test("a text for a client that refuses identity is compressed, however short or long it is", async () => {
  const short = TEXT.slice(0, 100);
  const { headers, bytes } = await sent(short, "application/json", { "accept-encoding": "gzip, identity;q=0" });
  assert.deepEqual([headers["content-encoding"], headers["content-length"]], ["gzip", String(bytes.length)]);
  assert.deepEqual(new Uint8Array(gunzipSync(bytes)), short);
  const long = await sent(LONG, "text/csv", { "accept-encoding": "br, *;q=0" });
  assert.deepEqual([long.headers["content-encoding"], long.headers.etag], ["br", '"tag-br"']);
  assert.deepEqual(new Uint8Array(brotliDecompressSync(long.bytes)), LONG);
});

Deno.test("a response given as bytes is compressed like one given as a stream", async () => {
  const headers = { "content-type": "application/json" };
  const answer = await compressed({ content: TEXT, headers }, new Headers({ "accept-encoding": "br" }));
  const bytes = await new Response(answer.content).bytes();
  assert.deepEqual(new Uint8Array(brotliDecompressSync(bytes)), TEXT);
  assert.equal(answer.headers["content-length"], String(bytes.length));
});

Deno.test("the coding of a response is determined by its media type and its length", () => {
  const cases = [
    [{ mediaType: "application/json", bytes: 1_024 }, null],
    [{ mediaType: "application/json", bytes: 1_025 }, "br"],
    [{ mediaType: "text/csv; charset=utf-8", bytes: 256 * 1_024 }, "br"],
    [{ mediaType: "text/csv", bytes: 256 * 1_024 + 1 }, "gzip"],
    [{ mediaType: "application/pdf", bytes: 10_000 }, null],
    [{ mediaType: "application/jsonl", bytes: 10_000 }, null],
  ] as const;
  for (const [answer, coding] of cases) {
    assert.equal(sentCoding(answer, new Headers({ "accept-encoding": "gzip, br" })), coding, answer.mediaType);
  }
});

Deno.test("a stored text that fails while it is compressed as a whole is refused with not_ready", async () => {
  const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new Error("gone")),
  });
  const headers = { "content-type": "application/json", "content-length": "5000" };
  await assert.rejects(compressed({ content, headers }, new Headers({ "accept-encoding": "br" })), {
    code: "not_ready",
  });
});
