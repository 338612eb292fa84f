import { DomainError } from "../domain/errors.ts";
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
 * tells.
 */
export async function commitOnce(context: CommitContext, write: AtomicWrite): Promise<boolean> {
  if (!context.mayLoseAnswers) return await context.kv.commit(write);
  const mark = keys.commitMark(context.random.ulid());
  try {
    if (await context.kv.commit(marked(write, mark))) return true;
  } catch (error) {
    // A refusal of our own, a deadline among them, was not broken off: asking the store once more would take as long.
    if (error instanceof DomainError || !(await hasMark(context, mark))) throw error;
    return true;
  }
  return await hasMark(context, mark);
}

/** Checked to be absent too, so that a write without checks is not done again over what others wrote meanwhile. */
function marked({ checks, mutations, ...rest }: AtomicWrite, mark: Deno.KvKey): AtomicWrite {
  const hasRoom = checks.length < CHECKS_AT_MOST;
  return {
    ...rest,
    checks: hasRoom ? [...checks, { key: mark, versionstamp: null }] : checks,
    mutations: [...mutations, { type: "set", key: mark, value: true, expireIn: MARK_KEPT_MS }],
  };
}

async function hasMark({ kv }: CommitContext, mark: Deno.KvKey): Promise<boolean> {
  return (await kv.get(mark)).versionstamp !== null;
}
