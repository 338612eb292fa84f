import assert from "node:assert/strict";
import { ReadResults } from "./read_results.ts";

const MEBIBYTE = 1_024 ** 2;

Deno.test("a result is parsed once for all reads of it", async () => {
  const results = new ReadResults();
  let reads = 0;
  const read = (): Promise<unknown> => Promise.resolve({ reads: ++reads });
  const first = await results.value("a", { bytes: 10, read });
  assert.equal(await results.value("a", { bytes: 10, read }), first);
  assert.deepEqual([first, reads], [{ reads: 1 }, 1]);
});

Deno.test("of more than 4 MiB the result that was read longest ago is parsed again, and a larger one is never kept", async () => {
  const results = new ReadResults(), read: string[] = [];
  const ask = async (key: string, mebibytes: number): Promise<void> => {
    const noted = (): Promise<unknown> => Promise.resolve(read.push(key));
    await results.value(key, { bytes: mebibytes * MEBIBYTE, read: noted });
  };
  for (const key of ["a", "b", "a", "c", "a", "b"]) await ask(key, 1.5);
  assert.deepEqual(read, ["a", "b", "c", "b"]);
  await ask("large", 5);
  await ask("large", 5);
  assert.deepEqual(read.slice(4), ["large", "large"]);
});

Deno.test("a result that cannot be read is read again", async () => {
  const results = new ReadResults();
  await assert.rejects(results.value("a", { bytes: 1, read: () => Promise.reject(new Error("away")) }), /away/);
  assert.equal(await results.value("a", { bytes: 1, read: () => Promise.resolve(2) }), 2);
});
