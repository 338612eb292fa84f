import { MINUTE_MS } from "../domain/instant.ts";
import type { StoreContext } from "./context.ts";
import type { AtomicWrite } from "./encoded_kv.ts";
import { keys } from "./keys.ts";

/** What a commit needs of the context. */
export type CommitContext = Pick<StoreContext, "kv" | "random" | "mayLoseAnswers">;

/** The limit of a KV Connect server. */
export const CHECKS_AT_MOST = 10;
/** Much longer than an outage after which a client sends a write again. */
const MARK_KEPT_MS = 30 * MINUTE_MS;

/**
 * Commits a write; false where an entry was not as it is checked to be, and nothing has happened. Where answers can be
 * lost the write leaves a mark: a client that sends it a second time finds its checks failed by itself, and the mark
 * tells. What is thrown instead of an answer is thrown on where the write has not happened; it then never will, unless
 * its own checks leave no room for that of the mark, or the store does not answer what would forestall it either.
 */
export async function commitOnce(context: CommitContext, write: AtomicWrite): Promise<boolean> {
  if (!context.mayLoseAnswers) return await context.kv.commit(write);
  const mark = keys.commitMark(context.random.ulid());
  try {
    if (await context.kv.commit(marked(write, mark))) return true;
  } catch (error) {
    if (!(await hasHappened(context, mark)) && !(await happensMeanwhile(context, mark))) throw error;
    return true;
  }
  return await hasHappened(context, mark);
}

/** Checked to be absent too, so that a write without checks is not done again over what others wrote meanwhile. */
function marked({ checks, mutations, ...rest }: AtomicWrite, mark: Deno.KvKey): AtomicWrite {
  const hasRoom = checks.length < CHECKS_AT_MOST;
  return {
    ...rest,
    checks: hasRoom ? [...checks, { key: mark, versionstamp: null }] : checks,
    mutations: [...mutations, markSetTo(true, mark)],
  };
}

/**
 * Takes the mark of a write that may still be on its way, so that it fails its check; one that has happened has it. Of
 * an answer that is late as well the mark knows what it said.
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
