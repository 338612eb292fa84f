import assert from "node:assert/strict";
import { timeOfUlid, ulidSource } from "./ulid.ts";

Deno.test("a ULID is 26 characters of Crockford's base 32: 48 bits of time and 80 random bits", () => {
  const bytes = Uint8Array.fromHex("00000000000000000021");
  const next = ulidSource({ now: () => 1_469_918_176_385, bytes: () => bytes });
  // The time in this test is that of the example in the ULID specification.
  assert.equal(next(), "01ARYZ6S410000000000000011");
});

Deno.test("later ULIDs sort after earlier ones, even within a millisecond and when the clock goes back", () => {
  const times = [5, 5, 5, 4, 6, 6];
  const next = ulidSource({
    now: () => times.shift() ?? 6,
    bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  const made = Array.from({ length: 1_000 }, next);
  assert.deepEqual(made, [...made].sort());
  assert.equal(new Set(made).size, made.length);
});

Deno.test("a ULID whose random bits overflow continues with the next millisecond", () => {
  const next = ulidSource({ now: () => 1, bytes: () => new Uint8Array(10).fill(255) });
  assert.deepEqual([next(), next()], ["0000000001ZZZZZZZZZZZZZZZZ", "00000000020000000000000000"]);
});

Deno.test("the time of a ULID is that at which it was made", () => {
  const nowMs = 1_469_918_176_385;
  assert.equal(timeOfUlid(ulidSource({ now: () => nowMs, bytes: (length) => new Uint8Array(length) })()), nowMs);
});
