import { DomainError } from "../domain/errors.ts";
import type { Instant } from "../domain/instant.ts";
import type { StoreContext } from "./context.ts";
import { CHECKS_AT_MOST, type CommitContext, commitOnce } from "./commit_once.ts";
import type { AtomicWrite, Reader } from "./encoded_kv.ts";

export type { Reader };

/** What a transaction decides after its reads: all of it happens, or nothing. */
export interface Change<Result> extends AtomicWrite {
  /** Entries that must still be as they were read; 10 at most, the limit of a remote KV. */
  readonly checks: readonly Deno.AtomicCheck[];
  /** At most 999. None: nothing is committed. */
  readonly mutations: readonly Deno.KvMutation[];
  readonly result: Result;
}

const ATTEMPTS_AT_MOST = 200;
const WAIT_AT_MOST_MS = 64;

/**
 * Reads, decides and commits in one atomic operation. Begins anew, after a random wait, when something read was changed
 * meanwhile or the file was locked by another handle; `decide` must therefore have no effects of its own. What it
 * throws ends the transaction, as does `not_ready` after too many beginnings. A commit whose answer was lost is known
 * by its mark, so that nothing happens twice.
 */
export async function transaction<Result>(
  context: CommitContext,
  decide: (read: Reader) => Promise<Change<Result>>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST; attempt++) {
    if (attempt > 0) await pauseBeforeAttempt(attempt, context.random);
    const committed = await unlessLocked(async () => {
      const change = await decide(context.kv);
      return await commit(context, change) ? change : null;
    });
    if (committed !== null) return committed.result;
  }
  const refusal = new DomainError(
    "not_ready",
    "The service cannot store this beside what else it stores: try again later",
  );
  refusal.cause = new Error(`Cannot commit a change of the store after ${ATTEMPTS_AT_MOST} attempts`);
  throw refusal;
}

/** Acts as soon as no other handle locks the file. */
export async function whenUnlocked<Result>(
  random: StoreContext["random"],
  act: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt < ATTEMPTS_AT_MOST; attempt++) {
    const done = await unlessLocked(async () => ({ result: await act() }));
    if (done !== null) return done.result;
    await pauseBeforeAttempt(attempt, random);
  }
  return await act();
}

/** Writes without a condition, in one atomic operation. */
export async function write(
  context: CommitContext,
  mutations: readonly Deno.KvMutation[],
): Promise<void> {
  await transaction(context, () => Promise.resolve({ checks: [], mutations, result: undefined }));
}

/** A value that stays until it is replaced or removed. */
export function put(key: Deno.KvKey, value: unknown): Deno.KvMutation {
  return { type: "set", key, value };
}

/** An entry written anew as it is, so that operations which read it meanwhile fail. */
export function touch(entry: Deno.KvEntry<unknown>): Pick<Change<unknown>, "checks" | "mutations"> {
  return { checks: [entry], mutations: [put(entry.key, entry.value)] };
}

/**
 * A value that the KV may drop some time after a moment. It may be read much longer: readers check a time within the
 * value.
 */
export function putUntil(
  key: Deno.KvKey,
  value: unknown,
  { expiresAt, now }: { expiresAt: Instant; now: Instant },
): Deno.KvMutation {
  return { type: "set", key, value, expireIn: Math.max(1, expiresAt - now) };
}

/** The end of an entry, if there is one. */
export function remove(key: Deno.KvKey): Deno.KvMutation {
  return { type: "delete", key };
}

async function commit(context: CommitContext, { checks, mutations, message }: AtomicWrite): Promise<boolean> {
  if (checks.length > CHECKS_AT_MOST) throw new Error(`Cannot check ${checks.length} entries in one operation`);
  return mutations.length === 0 || await commitOnce(context, { checks, mutations, message });
}

/**
 * Null where SQLite refused because another handle was writing to the same file. Throws `not_ready` where nothing can
 * be written.
 */
async function unlessLocked<Result>(act: () => Promise<Result>): Promise<Result | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (/database (table )?is locked/.test(error.message)) return null;
    if (!/database or disk is full|disk I\/O error|readonly database/.test(error.message)) throw error;
    const refusal = new DomainError("not_ready", "The service cannot store anything now: try again later");
    refusal.cause = error;
    throw refusal;
  }
}

/** A random wait whose bound doubles with every attempt, so that rivals part. */
async function pauseBeforeAttempt(attempt: number, random: StoreContext["random"]): Promise<void> {
  const fraction = random.bytes(1)[0] / 255;
  const waitMs = fraction * Math.min(WAIT_AT_MOST_MS, 2 ** attempt);
  await new Promise<void>((resolve) => setTimeout(resolve, waitMs));
}
