import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { type BodyPlace, LargeBodyPlaces } from "./large_body_places.ts";
import { readBody } from "./middleware/body_limit.ts";

/** Time limit in milliseconds that is too long for any test to reach. */
const NEVER_MS = 600_000;
const LIMITS = { bytesInAll: 100, bytesOfAccount: 80, arrivingMs: NEVER_MS };

Deno.test("large bodies reserve memory within the limits in all and per account, and release it", () => {
  const places = new LargeBodyPlaces(LIMITS);
  const first = taken(places, "a", 40);
  using _second = taken(places, "a", 40);
  assert.throws(() => places.of("a").take(1), REFUSAL, "80 of a");
  using _third = taken(places, "b", 20);
  assert.throws(() => places.of("c").take(50), REFUSAL, "100 in all, and a would hold less than c");
  first[Symbol.dispose]();
  using _fourth = taken(places, "c", 40);
});

Deno.test("a growing memory reservation counts once, and is refused beyond the limit", () => {
  const places = new LargeBodyPlaces(LIMITS);
  using place = taken(places, "a", 30);
  place.take(60);
  place.take(50);
  assert.equal(places.bytes, 60);
  using _other = taken(places, "b", 40);
  assert.throws(() => place.take(61), REFUSAL);
  assert.equal(places.bytes, 100);
});

Deno.test("an account with less memory displaces an arriving body of the account with most, but no complete body", async () => {
  const places = new LargeBodyPlaces(LIMITS);
  using there = taken(places, "a", 30);
  there.arrived();
  using arrives = taken(places, "a", 30);
  using last = taken(places, "a", 20);
  using other = taken(places, "b", 20);
  using taker = taken(places, "c", 30);
  await assert.rejects(arrives.lost, REFUSAL);
  assert.equal(await lostOf(there, last, other, taker), "none");
  assert.throws(() => places.of("c").take(40), REFUSAL, "c would hold more than a");
  assert.equal(await lostOf(there, last, other, taker), "none", "nobody loses a place for who is refused");
});

Deno.test("a body that arrives too slowly gives way to one of an account that holds no more, even of its own account", async () => {
  const places = new LargeBodyPlaces({ ...LIMITS, arrivingMs: 0 });
  using there = taken(places, "a", 60);
  there.arrived();
  using slow = taken(places, "b", 40);
  assert.throws(() => places.of("c").take(50), REFUSAL, "c would hold more than b");
  using next = taken(places, "c", 40);
  await assert.rejects(slow.lost, REFUSAL);
  next.arrived();
  assert.throws(() => places.of("d").take(20), REFUSAL);
  const alone = new LargeBodyPlaces({ ...LIMITS, arrivingMs: 0 });
  using first = taken(alone, "a", 80);
  using second = taken(alone, "a", 80);
  await assert.rejects(first.lost, REFUSAL);
  second.arrived();
  assert.throws(() => alone.of("a").take(1), REFUSAL);
});

Deno.test("a body is read beyond 64 KiB only with a memory reservation for its announced or growing size", async () => {
  for (const [announced, room] of [["70000", 70_000], [null, 80_000]] as const) {
    const places = new LargeBodyPlaces({ ...LIMITS, bytesInAll: room, bytesOfAccount: room, arrivingMs: 0 });
    using place = places.of("a");
    const body = ReadableStream.from(Array.from({ length: 7 }, () => new Uint8Array(10_000)));
    assert.equal((await readBody(posted(body, announced), { maxBytes: 80_000, place })).length, 70_000);
    assert.throws(() => places.of("b").take(1), REFUSAL, "its place is taken, and is not lost any more");
    const full = places.of("a");
    await assert.rejects(readBody(posted(new Uint8Array(65_537), null), { maxBytes: 80_000, place: full }), REFUSAL);
    const small = readBody(posted(new Uint8Array(65_536), null), { maxBytes: 80_000, place: full });
    assert.equal((await small).length, 65_536);
  }
});

Deno.test("a body that loses its memory reservation while it arrives is refused with not_ready", async () => {
  const places = new LargeBodyPlaces({ bytesInAll: 80_000, bytesOfAccount: 80_000, arrivingMs: 0 });
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(70_000)) });
  using place = places.of("a");
  const read = readBody(posted(body, null), { maxBytes: 80_000, place });
  // The test waits for the next turn of the event loop, by which `readBody` has read the available part of it.
  await new Promise((resolve) => setTimeout(resolve));
  using _taker = taken(places, "b", 80_000);
  await assert.rejects(read, REFUSAL);
});

const REFUSAL = new DomainError("not_ready", "The service cannot take a body of this size now: try again later");

function taken(places: LargeBodyPlaces, holder: string, bytes: number): BodyPlace {
  const place = places.of(holder);
  place.take(bytes);
  return place;
}

function posted(body: BodyInit, announced: string | null): Request {
  const headers: Record<string, string> = announced === null ? {} : { "content-length": announced };
  return new Request("https://localhost/", { method: "POST", body, headers });
}

/** Test helper. Returns "lost" if one of the memory reservations has been lost to another body by now, else "none". */
async function lostOf(...places: readonly BodyPlace[]): Promise<string> {
  const lost = places.map((place) => place.lost.catch(() => "lost"));
  return await Promise.race([...lost, Promise.resolve().then(() => "none")]);
}
