import { MINUTE_MS } from "../domain/instant.ts";
import type { StoreContext } from "./context.ts";
import type { AtomicWrite } from "./encoded_kv.ts";
import { keys } from "./keys.ts";

/** Type of the context that a commit to the store needs: the KV, the random source, and what its commits guard. */
export type CommitContext = Pick<StoreContext, "kv" | "random" | "mayLoseAnswers" | "closingEntry">;

/**
 * Largest number of checks in one write. A KV Connect server accepts ten: the others are those of the mark of a commit
 * and of the entry that closes the store.
 */
export const CHECKS_AT_MOST = 8;
/** Milliseconds that a commit mark is kept: much longer than an outage after which a client sends a write again. */
const MARK_KEPT_MS = 30 * MINUTE_MS;

/**
 * Commits a write at most once; returns false if a checked entry had changed and nothing was written. Where answers can
 * be lost, the write also stores a mark. When a client sends the write again and its checks fail because of its own
 * first attempt, the mark shows that the write succeeded. If the store throws, the error is thrown only if the write
 * has not happened. The write then cannot happen later, unless the store also fails to answer the write that would
 * block it. Throws `StoreClosed` if an entry closes the store to writes.
 */
export async function commitOnce(context: CommitContext, write: AtomicWrite): Promise<boolean> {
  if (!context.mayLoseAnswers) return await context.kv.commit(write);
  const mark = keys.commitMark(context.random.ulid());
  try {
    if (await context.kv.commit(guarded(context, write, mark))) return true;
  } catch (error) {
    if (!(await hasHappened(context, mark)) && !(await happensMeanwhile(context, mark))) throw error;
    return true;
  }
  if (await hasHappened(context, mark)) return true;
  await context.closingEntry?.refuseWhileThere(context.kv);
  return false;
}

/**
 * Adds the commit mark to a write. The write also checks that the mark is absent, so that a repeated write without
 * other checks does not overwrite later changes by others, and that no entry closes the store.
 */
function guarded(
  { closingEntry }: CommitContext,
  { checks, mutations, ...rest }: AtomicWrite,
  mark: Deno.KvKey,
): AtomicWrite {
  const closing = closingEntry === undefined ? [] : [closingEntry.check];
  return {
    ...rest,
    checks: [...checks, { key: mark, versionstamp: null }, ...closing],
    mutations: [...mutations, markSetTo(true, mark)],
  };
}

/**
 * Blocks a write that may still be under way by writing its mark first, so that the check of the mark fails. Returns
 * true if the write has already happened. The value of the mark shows who wrote it, even if the answer to the blocking
 * write is late.
 */
async function happensMeanwhile(context: CommitContext, mark: Deno.KvKey): Promise<boolean> {
  const write = { checks: [{ key: mark, versionstamp: null }], mutations: [markSetTo(false, mark)] };
  const [forestalled] = await Promise.allSettled([context.kv.commit(write)]);
  if (await hasHappened(context, mark)) return true;
  if (forestalled.status === "rejected") throw forestalled.reason;
  return false;
}

function markSetTo(hasHappened: boolean, mark: Deno.KvKey): Deno.KvMutation {
  return { type: "set", key: mark, value: hasHappened, expireIn: MARK_KEPT_MS };
}

async function hasHappened({ kv }: CommitContext, mark: Deno.KvKey): Promise<boolean> {
  return (await kv.get<boolean>(mark)).value === true;
}
