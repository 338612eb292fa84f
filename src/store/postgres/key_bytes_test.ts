import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { keyBytes, keyOfBytes, keyRange } from "./key_bytes.ts";

/** Parts of keys that meet often: short, with zero and all-ones bytes, and numbers of every size and sign. */
const part: fc.Arbitrary<Deno.KvKeyPart> = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "\u0000", "\u0001", "é", "\u{1f4b0}"), maxLength: 4 }),
  fc.uint8Array({ maxLength: 3, min: 0, max: 255 }),
  fc.array(fc.constantFrom(0, 1, 255), { maxLength: 3 }).map((bytes) => Uint8Array.from(bytes)),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 1, -1, 256, 2 ** 53),
  fc.boolean(),
);
const key = fc.array(part, { minLength: 1, maxLength: 4 });

Deno.test("a key comes back from its bytes as it was", () => {
  fc.assert(fc.property(key, (key) => assert.deepEqual(keyOfBytes(keyBytes(key)), key)));
});

Deno.test("the bytes of keys sort as Deno KV sorts the keys, and different keys have different bytes", async () => {
  using kv = await Deno.openKv(":memory:");
  const order = async (keys: readonly Deno.KvKey[]): Promise<Deno.KvKey[]> => {
    for (const key of keys) await kv.set(key, 0);
    const listed = await Array.fromAsync(kv.list({ prefix: [] }));
    for (const { key } of listed) await kv.delete(key);
    return listed.map(({ key }) => key);
  };
  await fc.assert(fc.asyncProperty(fc.array(key, { minLength: 2, maxLength: 12 }), async (keys) => {
    const byBytes = new Map(keys.map((key) => [keyBytes(key).toHex(), key]));
    const sorted = [...byBytes].toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).map(([, key]) => key);
    assert.deepEqual(await order(keys), sorted);
  }));
});

Deno.test("a prefix selects the keys behind it and not itself, and bounds select from the first up to the second", () => {
  const holds = (selector: Deno.KvListSelector, key: Deno.KvKey): boolean => {
    const { start, end } = keyRange(selector), hex = keyBytes(key).toHex();
    return start.toHex() <= hex && hex < end.toHex();
  };
  fc.assert(fc.property(key, key, (prefix, key) => {
    assert.equal(holds({ prefix }, prefix), false);
    assert.equal(holds({ prefix }, [...prefix, ...key]), true);
    assert.equal(holds({ prefix: [] }, key), true);
    assert.equal(holds({ start: key, end: [...key, true] }, key), true);
    assert.equal(holds({ start: prefix, end: key }, key), false);
    assert.equal(holds({ prefix: key, start: key }, [...key, false]), true);
    assert.equal(holds({ prefix: key, end: [...key, 1] }, [...key, 1]), false);
  }));
});

Deno.test("a key may have 2,048 bytes, and one byte more is refused", () => {
  assert.equal(keyBytes(["k".repeat(2_046)]).length, 2_048);
  assert.throws(() => keyBytes(["k".repeat(2_047)]), { name: "TypeError", message: /^Cannot use a key of 2049 bytes/ });
});

Deno.test("parts of other types are refused, and so are bytes that no key has", () => {
  assert.throws(() => keyBytes([1n]), { name: "TypeError", message: /^Cannot use bigint 1 in a key/ });
  for (const hex of ["02", "0261", "0200ff", "0100ff00ff", "21", "2180000000000000", "05", "0261000002", "02ff00"]) {
    assert.throws(() => keyOfBytes(Uint8Array.fromHex(hex)), TypeError, hex);
  }
});
