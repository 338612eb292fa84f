import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressed } from "./compressed.ts";

const TEXT = new TextEncoder().encode('{"weights":[0.25,0.5]}'.repeat(200));
const LONG = new Uint8Array(1_000_000).map((_, i) => 48 + (i * i) % 10);

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, i) => bytes.slice(i * 1_000, (i + 1) * 1_000)),
  );
}

async function sent(bytes: Uint8Array, type: string, request: Readonly<Record<string, string>>) {
  const headers = { "content-type": type, "content-length": String(bytes.length), etag: '"tag"' };
  const answer = await compressed({ content: streamOf(bytes), headers }, new Headers(request));
  return { headers: answer.headers, bytes: await new Response(answer.content).bytes() };
}

Deno.test("a stored text is compressed whole, with its length and a tag of its own", async () => {
  for (const type of ["application/json", "text/csv", "image/svg+xml"]) {
    const { headers, bytes } = await sent(TEXT, type, { "accept-encoding": "gzip, br" });
    assert.deepEqual([headers["content-encoding"], headers.etag, headers.vary], ["br", '"tag-br"', "accept-encoding"]);
    assert.equal(headers["content-length"], String(bytes.length));
    assert.deepEqual(new Uint8Array(brotliDecompressSync(bytes)), TEXT);
  }
});

Deno.test("a long one is gzip as it is read, without a length, and as it is for who takes no gzip", async () => {
  const { headers, bytes } = await sent(LONG, "text/csv", { "accept-encoding": "gzip, br" });
  assert.deepEqual([headers["content-encoding"], headers.etag], ["gzip", '"tag-gzip"']);
  assert.ok(!("content-length" in headers));
  assert.deepEqual(new Uint8Array(gunzipSync(bytes)), LONG);
  const plain = await sent(LONG, "text/csv", { "accept-encoding": "br" });
  assert.deepEqual([plain.headers["content-encoding"], plain.headers["content-length"]], [undefined, "1000000"]);
  assert.deepEqual(plain.bytes, LONG);
});

Deno.test("parts, short texts, other media and what nobody asks for compressed leave as they are", async () => {
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
