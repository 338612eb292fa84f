import type { EncodedKv } from "../../src/store/encoded_kv.ts";

/**
 * A KV that calls back after each of its commits, counted from 1; whoever has written goes on when that has resolved.
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
