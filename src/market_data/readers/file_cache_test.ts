import assert from "node:assert/strict";
import { FileCache } from "./file_cache.ts";
import type { MarketFile } from "./market_folder.ts";

function file(path: string, stamp: Partial<MarketFile> = {}): MarketFile {
  return { path, name: path, bytes: 1, modifiedMs: 1, ...stamp };
}

/**
 * Test helper. Returns a file cache of 100 bytes with values of 40 bytes each, and the list of paths that it has read.
 */
function counting(): { cache: FileCache<string>; reads: string[] } {
  const reads: string[] = [];
  const read = ({ path }: MarketFile): Promise<string> => {
    reads.push(path);
    return Promise.resolve(path.toUpperCase());
  };
  return { cache: new FileCache(read, { sizeOf: () => 40, capacityBytes: 100 }), reads };
}

Deno.test("the file cache reads a file once while it does not change, even for two concurrent requests", async () => {
  const { cache, reads } = counting();
  assert.deepEqual(await Promise.all([cache.get(file("a")), cache.get(file("a"))]), ["A", "A"]);
  await cache.get(file("a"));
  assert.deepEqual(reads, ["a"]);
});

Deno.test("a file whose size or time has changed is read again", async () => {
  const { cache, reads } = counting();
  await cache.get(file("a"));
  await cache.get(file("a", { bytes: 2 }));
  await cache.get(file("a", { bytes: 2, modifiedMs: 2 }));
  assert.equal(reads.length, 3);
  assert.equal(cache.sizeBytes, 40);
});

Deno.test("the least recently used file is dropped when the cache exceeds its capacity", async () => {
  const { cache, reads } = counting();
  for (const path of ["a", "b", "a", "c"]) await cache.get(file(path));
  assert.equal(cache.sizeBytes, 80);
  await cache.get(file("a"));
  await cache.get(file("b"));
  assert.deepEqual(reads, ["a", "b", "c", "b"]);
});

Deno.test("a value larger than the whole cache is returned and not cached", async () => {
  const cache = new FileCache(() => Promise.resolve("large"), { sizeOf: () => 1_000, capacityBytes: 100 });
  assert.equal(await cache.get(file("a")), "large");
  assert.equal(cache.sizeBytes, 0);
});

Deno.test("a file whose read failed is read again at the next request", async () => {
  let tries = 0;
  const read = (): Promise<string> => ++tries === 1 ? Promise.reject(new Error("not yet")) : Promise.resolve("now");
  const cache = new FileCache(read, { sizeOf: () => 1, capacityBytes: 100 });
  await assert.rejects(cache.get(file("a")), /not yet/);
  assert.equal(await cache.get(file("a")), "now");
});
