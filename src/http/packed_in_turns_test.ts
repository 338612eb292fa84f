import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { packedInTurns } from "./packed_in_turns.ts";

Deno.test("bytes that are compressed step by step decompress to the same bytes, from none to megabytes", async () => {
  for (const length of [0, 1, 65_536, 65_537, 2_000_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * i) % 251);
    const [br, gzip] = [await packedInTurns(bytes, "br"), await packedInTurns(bytes, "gzip")];
    assert.deepEqual(new Uint8Array(brotliDecompressSync(br)), bytes);
    assert.deepEqual(new Uint8Array(gunzipSync(gzip)), bytes);
  }
});

Deno.test("the event loop runs other tasks while megabytes are compressed", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++);
  await packedInTurns(new Uint8Array(2_000_000), "br");
  clearInterval(timer);
  assert.ok(turns > 5, `${turns} turns`);
});
