import type { EncodedKv } from "../../src/store/encoded_kv.ts";

/**
 * Test helper. Wraps the KV of a store so that each commit, after it has happened, also waits for the callback
 * `committed`. The callback gets the number of the commit, from 1.
 */
export function watchedKv(kv: EncodedKv, committed: (count: number) => Promise<void>): EncodedKv {
  let count = 0;
  return {
    ...kv,
    async commit(write) {
      const isDone = await kv.commit(write);
      await committed(++count);
      return isDone;
    },
  };
}
