import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import fc from "../../tests/support/fast_check.ts";
import type { ByteRange } from "../domain/artifact.ts";
import { type PackedFile, packedFile, unpacked } from "./packed_file.ts";

/** Text of numbers of more than three blocks, of which the last is short. */
const TEXT = textOf(900_001);

function textOf(length: number): Uint8Array<ArrayBuffer> {
  let number = 1;
  const digits = Uint8Array.from({ length }, (_, index) => {
    number = (number * 16_807) % 2_147_483_647;
    return index % 8 === 0 ? 44 : 48 + number % 10;
  });
  return digits;
}

async function packedText(content = TEXT): Promise<PackedFile> {
  const packed = await packedFile(content);
  assert.ok(packed !== null);
  return packed;
}

/** Test helper. Reads a range of a compressed file whose bytes arrive in parts, and notes the ranges that are read. */
async function readRange(
  { form, content }: PackedFile,
  range: ByteRange,
  { partBytes = 61_440, bytes = TEXT.length }: { partBytes?: number; bytes?: number } = {},
): Promise<{ bytes: Uint8Array; ranges: readonly ByteRange[] }> {
  const ranges: ByteRange[] = [];
  const read = (asked: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> => {
    ranges.push(asked);
    const wanted = content.slice(asked.start, asked.end);
    const parts = Array.from({ length: Math.ceil(wanted.length / partBytes) }, (_, part) => part * partBytes);
    return ReadableStream.from(parts.map((start) => wanted.slice(start, start + partBytes)));
  };
  return { bytes: await new Response(unpacked({ form, bytes, read }, range)).bytes(), ranges };
}

Deno.test("a compressed file is one member of gzip that every program decompresses to the file", async () => {
  for (const length of [1_025, 262_144, 262_145, TEXT.length]) {
    const { form, content } = await packedText(TEXT.slice(0, length));
    assert.deepEqual(new Uint8Array(gunzipSync(content)), TEXT.slice(0, length), `${length} bytes`);
    const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"));
    assert.deepEqual(await new Response(stream).bytes(), TEXT.slice(0, length));
    assert.equal(form.bytes, content.length);
  }
});

Deno.test("any range of a compressed file has the bytes of the file, however its bytes arrive", async () => {
  const packed = await packedText();
  const place = fc.nat(TEXT.length);
  await fc.assert(
    fc.asyncProperty(place, place, fc.integer({ min: 5_000, max: 70_000 }), async (one, other, partBytes) => {
      const range = { start: Math.min(one, other), end: Math.max(one, other) };
      const { bytes } = await readRange(packed, range, { partBytes });
      assert.ok(indexedEqual(bytes, TEXT.subarray(range.start, range.end)), JSON.stringify(range));
    }),
    { numRuns: 30 },
  );
});

Deno.test("a range of a compressed file reads only the blocks that contain it", async () => {
  const packed = await packedText();
  const { bytes, ranges } = await readRange(packed, { start: 262_144, end: 262_154 });
  assert.deepEqual(bytes, TEXT.slice(262_144, 262_154));
  const [first = 0, second = 0] = packed.form.blocks;
  assert.deepEqual(ranges, [{ start: 10 + first, end: 10 + first + second }]);
  assert.deepEqual((await readRange(packed, { start: 5, end: 5 })).ranges, [], "nothing for an empty range");
});

Deno.test("a compressed file that is cut or damaged fails instead of giving other bytes", async () => {
  const packed = await packedText();
  const whole = { start: 0, end: TEXT.length };
  await assert.rejects(readRange({ ...packed, content: packed.content.slice(0, 200_000) }, whole), /bytes are missing/);
  const damaged = packed.content.slice();
  damaged.fill(0, 20_000, 20_100);
  await assert.rejects(readRange({ ...packed, content: damaged }, whole));
});

Deno.test("a file that compression would not shorten is stored as it is", async () => {
  assert.equal(await packedFile(TEXT.slice(0, 1_024)), null);
  assert.equal(await packedFile(crypto.getRandomValues(new Uint8Array(20_000))), null);
});

function indexedEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
