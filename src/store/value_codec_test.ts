import assert from "node:assert/strict";
import { anyCharacter } from "../../tests/support/any_character.ts";
import fc from "../../tests/support/fast_check.ts";
import { decodeValue, encodeValue } from "./value_codec.ts";

const LONE_SURROGATE = "\ud800";

Deno.test("every JSON value is decoded as it was encoded", () => {
  const value = fc.jsonValue({ stringUnit: anyCharacter }).map((drawn): unknown => JSON.parse(JSON.stringify(drawn)));
  fc.assert(fc.property(value, (drawn) => assert.deepEqual(decodeValue(encodeValue(drawn)), drawn)));
  const awkward = [null, "", LONE_SURROGATE, "\ufefftext", { __proto__: null, constructor: 1, toJSON: "text" }, [[[]]]];
  for (const drawn of awkward) {
    assert.equal(JSON.stringify(decodeValue(encodeValue(drawn))), JSON.stringify(drawn));
  }
  const named: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
  assert.deepEqual(decodeValue(encodeValue(named)), named);
});

Deno.test("bytes are decoded unchanged, and take two more bytes when encoded", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
    const stored = encodeValue(bytes);
    assert.equal(stored.length, bytes.length + 2);
    assert.deepEqual(decodeValue(stored), bytes);
  }));
});

Deno.test("an encoded value is a version byte, a type byte and the content", () => {
  assert.deepEqual(encodeValue({ a: "é" }), Uint8Array.of(1, 0, ...new TextEncoder().encode('{"a":"é"}')));
  assert.deepEqual(encodeValue(Uint8Array.of(7, 8)), Uint8Array.of(1, 1, 7, 8));
});

Deno.test("encoding leaves out fields that are undefined", () => {
  assert.deepEqual(decodeValue(encodeValue({ name: undefined, count: 1 })), { count: 1 });
});

for (
  const [name, value] of [
    ["a Date", new Date(0)],
    ["a Map", new Map()],
    ["a Set", new Set()],
    ["a bigint", 1n],
    ["NaN", NaN],
    ["Infinity", -Infinity],
    ["undefined", undefined],
    ["a function", () => 1],
    ["bytes within a record", new Uint8Array(1)],
    ["a Float64Array", new Float64Array(1)],
  ] as const
) {
  Deno.test(`encoding ${name} is refused with its place in the value`, () => {
    if (!(value instanceof Uint8Array)) assert.throws(() => encodeValue(value), { name: "TypeError" });
    assert.throws(() => encodeValue({ list: [1, { at: value === undefined ? [value] : value }] }), {
      name: "TypeError",
      message: /^Cannot store the value\.list\[1\]\.at/,
    });
  });
}

Deno.test("decoding a value in the format of another program is refused with a sentence", () => {
  const ofRuntime = Uint8Array.of(0xff, 0x0f, 0x49, 0x02);
  for (const stored of [1, "text", null, new Deno.KvU64(1n), new Uint8Array(), ofRuntime]) {
    assert.throws(() => decodeValue(stored), { name: "StoreError", message: /another program wrote it/ });
  }
});

Deno.test("decoding a value in a newer format is refused with a sentence", () => {
  for (const stored of [Uint8Array.of(2, 0, 0x31), Uint8Array.of(1, 2, 0x31)]) {
    assert.throws(() => decodeValue(stored), { name: "StoreError", message: /start the newer program/ });
  }
});
