import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "../../tests/support/fast_check.ts";
import { PackedTextError, packText, unpackText } from "./packed_text.ts";

Deno.test("a text comes back as it was packed, in the bytes of gzip", async () => {
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.nat({ max: 200_000 }).map((length) => "a😀".repeat(length)));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const packed = await packText(text);
      assert.equal(gunzipSync(packed).toString(), text);
      assert.equal(await unpackText(packed), text);
    }),
    { numRuns: 30 },
  );
});

Deno.test("bytes that were cut, changed or never packed are told", async () => {
  const packed = new Uint8Array(gzipSync("SYMBOL,NAME OF COMPANY\n".repeat(5_000)));
  const changed = packed.map((byte, at) => at === 40 ? byte ^ 255 : byte);
  for (const bytes of [packed.subarray(0, packed.length - 9), packed.subarray(3), changed, new Uint8Array([1, 2, 3])]) {
    await assert.rejects(unpackText(bytes), PackedTextError);
  }
});
