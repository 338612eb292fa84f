import { randomFraction } from "../runtime/random.ts";
import { DomainError } from "../domain/errors.ts";
import type { Instant } from "../domain/instant.ts";
import { CLOSED_TO_WRITES, StoreClosed } from "./closed_store.ts";
import type { StoreContext } from "./context.ts";
import { CHECKS_AT_MOST, type CommitContext, commitOnce } from "./commit_once.ts";
import type { AtomicWrite, Reader } from "./encoded_kv.ts";

export type { Reader };

/** Changes and result that a transaction decides on after its reads. All changes happen, or none. */
export interface Change<Result> extends AtomicWrite {
  /** Entries that must be unchanged since they were read; at most `CHECKS_AT_MOST`. */
  readonly checks: readonly Deno.AtomicCheck[];
  /** Changes of the operation, at most 999. With no changes nothing is committed. */
  readonly mutations: readonly Deno.KvMutation[];
  readonly result: Result;
}

const ATTEMPTS_AT_MOST = 200;
const WAIT_AT_MOST_MS = 64;

/**
 * Reads, decides and commits in one atomic operation. If a checked entry has changed since it was read, or another
 * handle has locked the file, the transaction starts again after a random wait; `decide` must therefore have no side
 * effects. An error of `decide` ends the transaction, and so does `not_ready` after too many attempts. If the answer to
 * a commit is lost, the commit is recognised by its mark, so that nothing happens twice.
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
    "The service is too busy to store this: try again later",
  );
  refusal.cause = new Error(`Cannot commit a change of the store after ${ATTEMPTS_AT_MOST} attempts`);
  throw refusal;
}

/** Runs an action as soon as no other connection locks the store's file. */
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

/** Writes KV entries without any check in one atomic operation. */
export async function write(
  context: CommitContext,
  mutations: readonly Deno.KvMutation[],
): Promise<void> {
  await transaction(context, () => Promise.resolve({ checks: [], mutations, result: undefined }));
}

/** Returns the mutation that writes a value, which stays until it is replaced or removed. */
export function put(key: Deno.KvKey, value: unknown): Deno.KvMutation {
  return { type: "set", key, value };
}

/**
 * Returns the check and mutation that rewrite an entry unchanged, so that concurrent operations that check the entry
 * fail.
 */
export function touch(entry: Deno.KvEntry<unknown>): Pick<Change<unknown>, "checks" | "mutations"> {
  return { checks: [entry], mutations: [put(entry.key, entry.value)] };
}

/**
 * Returns the mutation that writes a value which the KV may drop after the given time. The value can remain readable
 * much longer, so readers must check a time within the value.
 */
export function putUntil(
  key: Deno.KvKey,
  value: unknown,
  { expiresAt, now }: { expiresAt: Instant; now: Instant },
): Deno.KvMutation {
  return { type: "set", key, value, expireIn: Math.max(1, expiresAt - now) };
}

/** Returns the KV mutation that deletes an entry; a missing entry is no error. */
export function remove(key: Deno.KvKey): Deno.KvMutation {
  return { type: "delete", key };
}

async function commit(context: CommitContext, { checks, mutations, message }: AtomicWrite): Promise<boolean> {
  if (checks.length > CHECKS_AT_MOST) throw new Error(`Cannot check ${checks.length} entries in one operation`);
  return mutations.length === 0 || await commitOnce(context, { checks, mutations, message });
}

/**
 * Runs an action; returns null if SQLite refused because another handle was writing to the same file. Throws
 * `not_ready` if the store cannot be written: the disk is full, for example, or the file is closed to writes.
 */
async function unlessLocked<Result>(act: () => Promise<Result>): Promise<Result | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (/database (table )?is locked/.test(error.message)) return null;
    if (error.message.includes(CLOSED_TO_WRITES)) throw new StoreClosed();
    if (!/database or disk is full|disk I\/O error|readonly database/.test(error.message)) throw error;
    const refusal = new DomainError("not_ready", "The service cannot store anything now: try again later");
    refusal.cause = error;
    throw refusal;
  }
}

/**
 * Waits for a random time whose upper bound doubles with every attempt, so that competing transactions do not collide
 * again.
 */
async function pauseBeforeAttempt(attempt: number, random: StoreContext["random"]): Promise<void> {
  const fraction = randomFraction(random);
  const waitMs = fraction * Math.min(WAIT_AT_MOST_MS, 2 ** attempt);
  await new Promise<void>((resolve) => setTimeout(resolve, waitMs));
}
