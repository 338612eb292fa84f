import assert from "node:assert/strict";
import { stoppingAfter, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { DomainError } from "../domain/errors.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { EncodedKv } from "./encoded_kv.ts";
import { keys } from "./keys.ts";
import { type MarketDataRepository, marketDataRepository } from "./market_data.ts";
import type { MarketHead } from "./market_entries.ts";

const { signal } = new AbortController();
/**
 * Sizes in bytes of two market data entries in the tests: one that is written in one operation with its head, and one
 * that needs several operations before the one that writes its head.
 */
const SIZES = { small: 5_000, large: 1_500_000 };

function head(bytes = 0, fetchedAt = "2026-05-20T12:00:00.000Z"): MarketHead {
  return { source: "yahoo", fetchedAt, bytes, about: { rows: 3, asOf: null } };
}

function bytesOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).map((_, i) => (i * seed + (i >> 8)) % 256);
}

function parts(
  ...given: (readonly [string, Uint8Array<ArrayBuffer> | null])[]
): Map<string, Uint8Array<ArrayBuffer> | null> {
  return new Map(given);
}

Deno.test("a market data entry is read back with its head and parts of any size, and unwritten parts stay", () =>
  withStore(async ({ store: { marketDataCache: { lists, series } } }) => {
    assert.equal(await series.read("NSE:EXLOTUS"), null);
    await series.write("NSE:EXLOTUS", { head: head(), parts: parts(["2024", bytesOf(10)], ["2025", bytesOf(70_000)]) });
    await series.write("NSE:EXLOTUS", { head: head(9), parts: parts(["2025", bytesOf(20, 3)], ["2026", bytesOf(0)]) });
    const found = await series.read("NSE:EXLOTUS");
    assert.deepEqual(found?.head, head(9));
    assert.deepEqual(Object.fromEntries(found?.parts ?? []), {
      "2024": bytesOf(10),
      "2025": bytesOf(20, 3),
      "2026": new Uint8Array(),
    });
    await series.write("NSE:EXLOTUS", { head: head(1), parts: parts(["2024", null]) });
    assert.deepEqual([...(await series.read("NSE:EXLOTUS"))?.parts.keys() ?? []], ["2025", "2026"]);
    assert.deepEqual([...(await series.read("NSE:EXLOTUS", ["2025"]))?.parts.keys() ?? []], ["2025"]);
    await lists.write("amfi", { head: head(), parts: parts(["text", bytesOf(SIZES.large)]) });
    assert.deepEqual((await lists.read("amfi"))?.parts.get("text"), bytesOf(SIZES.large));
    assert.deepEqual([...await lists.heads()], [["amfi", head()]]);
  }));

for (const [size, length] of Object.entries(SIZES)) {
  Deno.test(`a process killed at any commit of a ${size} market data write leaves the last good entry and no orphans`, () =>
    withStore(async (context) => {
      const { series } = context.store.marketDataCache;
      await series.write("NSE:EXLOTUS", { head: head(1), parts: parts(["2025", bytesOf(length, 1)]) });
      for (let commits = 0; commits < 4; commits++) {
        const dying = marketDataRepository({ ...context, kv: stoppingAfter(context.kv, commits) });
        const next = { head: head(2), parts: parts(["2025", bytesOf(length, 3)]) };
        const done = await dying.series.write("NSE:EXLOTUS", next).then(() => true, () => false);
        const found = await series.read("NSE:EXLOTUS");
        assert.deepEqual(found?.head, head(done ? 2 : 1));
        assert.deepEqual(found?.parts.get("2025"), bytesOf(length, done ? 3 : 1));
        if (done) await series.write("NSE:EXLOTUS", { head: head(1), parts: parts(["2025", bytesOf(length, 1)]) });
      }
      context.clock.nowMs += 2 * HOUR_MS;
      await context.store.maintenance.sweep();
      const chunks = (await context.list()).filter((key) => key.includes("market_parts")).length;
      assert.equal(chunks, Math.ceil(length / (60 * 1024)));
      assert.ok((await context.list()).every((key) => !key.includes("market_unadopted")));
    }));
}

Deno.test("reading a market data entry while another process writes it gives one of the versions, complete", () =>
  withStore(async ({ store: { marketDataCache: { lists } }, openAgain }) => {
    const other = (await openAgain()).marketDataCache.lists;
    const write = (seed: number): Promise<void> =>
      lists.write("amfi", {
        head: head(seed),
        parts: parts(["text", bytesOf(200_000, seed)], ["former", bytesOf(9, seed)]),
      });
    await write(1);
    const writing = (async () => {
      for (let round = 0; round < 20; round++) await write(1 + round % 2 * 2);
    })();
    for (let round = 0; round < 20; round++) {
      const found = await other.read("amfi");
      const seed = found?.head.bytes ?? 0;
      assert.deepEqual(found?.parts.get("text"), bytesOf(200_000, seed));
      assert.deepEqual(found?.parts.get("former"), bytesOf(9, seed));
    }
    await writing;
  }));

Deno.test("of two processes with the same fetch at once one performs it, and the other waits for it", () =>
  withStore(async ({ store, openAgain }) => {
    const other = await openAgain();
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    let done = 0;
    const act = async (): Promise<void> => {
      await opened;
      done++;
    };
    const first = store.marketDataCache.once("series NSE:EXLOTUS", act, signal);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const second = other.marketDataCache.once("series NSE:EXLOTUS", act, signal);
    await new Promise((resolve) => setTimeout(resolve, 80));
    assert.equal(done, 0);
    open();
    assert.deepEqual(await Promise.all([first, second]), [true, false]);
    assert.equal(done, 1);
    assert.equal(await other.marketDataCache.once("series NSE:EXLOTUS", act, signal), true);
  }));

Deno.test("a fetch that a dead process began is performed by another after its lease, regardless of their clocks", () =>
  withStore(async (context) => {
    const dead = marketDataRepository(context);
    void dead.once("list nse", () => new Promise<void>(() => {}), signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const clock = { now: () => context.clock.nowMs - HOUR_MS };
    const living = marketDataRepository({ ...context, clock }, { leaseMs: 400 });
    let done = 0;
    assert.equal(await living.once("list nse", () => Promise.resolve(void done++), signal), true);
    assert.equal(done, 1);
  }));

Deno.test("a failed fetch rejects for the process that performed it, and can be started again at once", () =>
  withStore(async ({ store: { marketDataCache: cache } }) => {
    await assert.rejects(cache.once("list nse", () => Promise.reject(new Error("no answer")), signal), /no answer/);
    assert.equal(await cache.once("list nse", () => Promise.resolve(), signal), true);
  }));

Deno.test("a process that waits for the fetch of another can stop waiting", () =>
  withStore(async ({ store: { marketDataCache: cache } }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = cache.once("list nse", () => promise, signal);
    await new Promise((wait) => setTimeout(wait, 30));
    const end = new AbortController();
    const waiting = cache.once("list nse", () => Promise.resolve(), end.signal);
    end.abort(new Error("given up"));
    await assert.rejects(waiting, /given up/);
    resolve();
    assert.equal(await running, true);
  }));

Deno.test("beyond the size limit of the cache the least recently used prices are deleted first", () =>
  withStore(async (context) => {
    const cache = marketDataRepository(context, { bytesAtMost: 250 });
    for (const name of ["NSE:EXA", "NSE:EXB", "NSE:EXC"]) {
      await cache.series.write(name, { head: head(100), parts: parts(["2026", bytesOf(100)]) });
      await cache.series.read(name);
      context.clock.nowMs += 1_000;
    }
    await cache.series.read("NSE:EXA");
    assert.equal(await cache.sweep(), 1);
    assert.deepEqual([...(await cache.series.heads()).keys()], ["NSE:EXA", "NSE:EXC"]);
    assert.deepEqual(await cache.status(), { assets: 2, bytes: 200, oldestFetchedAt: head().fetchedAt });
    assert.ok((await context.list()).every((key) => !key.includes("NSE:EXB")));
  }));

Deno.test("on a full disk a fetch is still performed, and writes to the cache are refused with not_ready", () =>
  withStore(async (context) => {
    let done = 0;
    const cache = fullStore(context);
    assert.equal(await cache.once("list nse", () => Promise.resolve(void done++), signal), true);
    assert.equal(done, 1);
    const writing = cache.series.write("NSE:EXA", { head: head(), parts: parts() });
    await assert.rejects(writing, (error) => error instanceof DomainError && error.code === "not_ready");
  }));

function fullStore(context: TemporaryStore): MarketDataRepository {
  const kv: EncodedKv = { ...context.kv, commit: () => Promise.reject(new Error("database or disk is full")) };
  return marketDataRepository({ ...context, kv });
}

Deno.test("the last noted state of a source's host is the same for every process", () =>
  withStore(async ({ store, openAgain, kv }) => {
    const status = { host: "nse.example", provider: "nse", since: head().fetchedAt, until: null, lastFault: null };
    await store.marketDataCache.noteHost({ ...status, circuit: "open" });
    await (await openAgain()).marketDataCache.noteHost({ ...status, circuit: "closed" });
    assert.deepEqual(await store.marketDataCache.hosts(), [{ ...status, circuit: "closed" }]);
    assert.notEqual((await kv.get(keys.marketHost("nse.example"))).value, null);
  }));
