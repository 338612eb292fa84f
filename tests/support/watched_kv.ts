import type { EncodedKv } from "../../src/store/encoded_kv.ts";

/** Wraps a KV so that each commit then awaits a callback, which gets the number of the commit, from 1. */
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
