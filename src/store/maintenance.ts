import { type AccountId, accountIdOf, jobIdOf } from "../domain/identifier.ts";
import type { Upload } from "../domain/upload.ts";
import { DAY_MS, MINUTE_MS } from "../domain/instant.ts";
import { KEPT_FOR_EVER, type Retention } from "../domain/retention.ts";
import type { ArtifactRepository } from "./artifacts.ts";
import { sweepChunks, type UnadoptedChunkSet } from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { outerKeysOfJob, type OuterPlace } from "./job_record.ts";
import { sweepJobDeletions } from "./job_deletion.ts";
import type { JobRunnerNote } from "./job_runners.ts";
import { IndependentSteps } from "./independent_steps.ts";
import { keys } from "./keys.ts";
import type { MarketDataRepository } from "./market_data.ts";
import type { AccountDeletion, MailRecord } from "./records.ts";
import { countAllChanges } from "./dashboard/current_totals.ts";
import { referencedObjects } from "./referenced_objects.ts";
import { sweepRetention } from "./retention.ts";
import { SweepTurn } from "./sweep_turn.ts";
import { put, remove, write } from "./transaction.ts";
import { outerKeyOfUpload, type UploadRepository } from "./uploads.ts";

/**
 * Clean-up of data that operations leave behind. It is safe at any time, in any number of processes, and if the process
 * is killed at any point.
 */
export interface Maintenance {
  /**
   * Deletes data of deleted accounts, runs whose time is over, the rest of deleted runs, uploads whose time is over,
   * orphaned chunks and artifacts, expired windows of rate limits, notes of killed processes and excess market data,
   * and returns the number of deleted entries. Also counts the noted job changes of all dashboards, and tells owners
   * of runs whose time ends soon. A failed step does not stop the other steps; its error is thrown at the end.
   */
  sweep(signal?: AbortSignal): Promise<number>;
  /** Returns this process's view of the lease of the sweep, by which one of all processes sweeps. */
  turn(): SweepTurn;
  /** Writes to the store to check it. Resolves if the store accepts the write; throws otherwise. */
  checkWritable(): Promise<void>;
}

/** Number of entries that one operation deletes, each with its index entries. One operation can hold 80 KiB of keys. */
const ENTRIES_PER_WRITE = 100;

/** Type of the methods of the artifact repository that the clean-up needs. */
type Artifacts = Pick<ArtifactRepository, "sweep" | "deleteAccount" | "release" | "letGo">;

interface Kept {
  readonly artifacts: Artifacts;
  readonly uploads: Pick<UploadRepository, "sweep">;
  readonly marketDataCache: Pick<MarketDataRepository, "sweep">;
  /** How long runs are kept; for ever if absent. */
  readonly retention?: Retention;
}

/** Creates the clean-up of the KV, the artifacts and the market data. */
export function maintenance(context: StoreContext, kept: Kept): Maintenance {
  return {
    sweep: (signal) => sweepAll(context, kept, signal),
    turn: () => new SweepTurn(context),
    async checkWritable() {
      await write(context, [put(keys.writeProbe, context.clock.now())]);
    },
  };
}

async function sweepAll(
  context: StoreContext,
  { artifacts, uploads, marketDataCache, retention = KEPT_FOR_EVER }: Kept,
  signal?: AbortSignal,
): Promise<number> {
  const { kv } = context;
  const steps = new IndependentSteps(signal);
  const ended = await Array.fromAsync(kv.list<AccountDeletion>({ prefix: keys.accountDeletions }));
  const left = new Set<Deno.KvEntry<AccountDeletion>>();
  for (const entry of ended) {
    await steps.take(async () => {
      const deleted = await sweepAccount(context, artifacts, entry.value.accountId, signal);
      left.add(entry);
      return deleted;
    });
  }
  await steps.take(() => sweepRetention({ ...context, artifacts, retention }, signal));
  await steps.take(() => sweepJobDeletions(context, artifacts, signal));
  await steps.take(async () => {
    await countAllChanges(context, signal);
    return 0;
  });
  await steps.take(() => uploads.sweep(signal));
  await steps.take(() => sweepChunks(context, signal));
  await steps.take(() => sweepRateLimits(context, signal));
  await steps.take(() => sweepJobRunners(context, signal));
  await steps.take(() => sweepExpired(context, signal));
  await steps.take(() => marketDataCache.sweep(signal));
  // Bucket objects are deleted last, so that a bucket that does not respond delays nothing else.
  for (const { key, value } of left) {
    await steps.take(async () => {
      const deleted = await artifacts.deleteAccount(value.accountId, signal);
      // Until this entry is removed, the next sweep repeats the deletion of the account.
      if (!signal?.aborted) await write(context, [remove(key)]);
      return deleted;
    });
  }
  await steps.take(() => artifacts.sweep(signal));
  return steps.finish();
}

/**
 * Deletes the data of a deleted account in the KV. The markers of its chunk sets that no record has adopted are deleted
 * first, because no chunk can be added to a set without its marker.
 */
async function sweepAccount(
  context: StoreContext,
  artifacts: Artifacts,
  accountId: AccountId,
  signal?: AbortSignal,
): Promise<number> {
  const sets = await deleteEntries<UnadoptedChunkSet>(context, { prefix: keys.unadoptedChunkSets }, {
    signal,
    only: ({ value }) => value.set.accountId === accountId,
  });
  const owned = await deleteOwned(context, artifacts, accountId, signal);
  const limits = await deleteEntries(context, { prefix: keys.rateLimits }, {
    signal,
    only: ({ key }) => String(key.at(-1)).split(" ")[0] === accountId,
  });
  return sets + owned + limits;
}

/**
 * Deletes everything an account owned, in passes until a pass finds nothing. An operation during a pass can add entries
 * that the pass misses. Each such operation checks a record of the account, so none succeeds after the records are
 * deleted.
 */
async function deleteOwned(
  context: StoreContext,
  artifacts: Artifacts,
  accountId: AccountId,
  signal?: AbortSignal,
): Promise<number> {
  const besides = (entry: Deno.KvEntry<OwnedRecord>): readonly Deno.KvMutation[] => {
    const referenced = referencedObjects(entry);
    return referenced === null ? indexesOf(entry).map(remove) : artifacts.letGo(referenced.set);
  };
  const deleteFound = (): Promise<number> =>
    deleteEntries<OwnedRecord>(context, { prefix: keys.owned(accountId) }, { signal, besides });
  let deleted = 0;
  for (let found = await deleteFound(); found > 0; found = await deleteFound()) deleted += found;
  return deleted;
}

/** Fields of an entry of an account from which the sweep builds the keys of its index entries outside the account. */
type OwnedRecord = Partial<Pick<MailRecord, "dueAt"> & Pick<Upload, "expiresAt"> & OuterPlace> & {
  readonly status?: Upload["status"];
};

/**
 * Returns the keys of the index entries outside the account that belong to one of its entries. None for a user: the
 * index entry of its address was deleted with the account, and another account may use the address by now.
 */
function indexesOf({ key, value }: Deno.KvEntry<OwnedRecord>): readonly Deno.KvKey[] {
  const [entity, id] = [key[2], String(key[3])];
  switch (entity) {
    case "api_keys":
      return [keys.accountOfApiKey(id)];
    case "sessions":
      return [keys.accountOfSession(id)];
    case "refresh_tokens":
      return [keys.accountOfRefreshToken(id)];
    case "one_time_tokens":
      return [keys.accountOfOneTimeToken(id)];
    case "authorization_codes":
      return [keys.accountOfAuthorizationCode(id)];
    case "connector_tokens":
      return [keys.familyOfConnectorToken(id)];
    case "mails":
      return [typeof value.dueAt === "number" ? keys.dueMail(value.dueAt, id) : keys.undeliverableMail(id)];
    case "uploads": {
      const { status = "pending", expiresAt = 0 } = value;
      return [outerKeyOfUpload({ id, accountId: accountIdOf(String(key[1])), status, expiresAt })];
    }
    case "jobs":
      return outerKeysOfJob({
        id: jobIdOf(String(key[4])),
        accountId: accountIdOf(String(key[1])),
        place: value.place ?? null,
      });
    default:
      return [];
  }
}

async function sweepRateLimits(context: StoreContext, signal?: AbortSignal): Promise<number> {
  const longPast = context.clock.now() - MINUTE_MS;
  const past = { prefix: keys.rateLimits, end: keys.rateLimitsEndingAt(longPast) };
  return await deleteEntries(context, past, { signal });
}

/**
 * Deletes the notes of processes that were killed. A day is longer than clocks differ, so the note of a living process
 * stays.
 */
async function sweepJobRunners(context: StoreContext, signal?: AbortSignal): Promise<number> {
  const now = context.clock.now();
  return await deleteEntries<JobRunnerNote>(context, { prefix: keys.jobRunners }, {
    signal,
    only: ({ value }) => Math.abs(now - value.notedAt) > DAY_MS,
  });
}

/** Removes entries whose time is over, where the KV does not do so itself. */
async function sweepExpired({ kv }: StoreContext, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  while (!signal?.aborted) {
    const count = await kv.removeExpired();
    if (count === 0) break;
    deleted += count;
  }
  return deleted;
}

interface DeleteOptions<Value> {
  readonly signal?: AbortSignal | undefined;
  /** Returns whether the sweep deletes an entry; it deletes every entry if this filter is absent. */
  readonly only?: (entry: Deno.KvEntry<Value>) => boolean;
  /** Returns further KV mutations for the operation in which the sweep deletes an entry. */
  readonly besides?: (entry: Deno.KvEntry<Value>) => readonly Deno.KvMutation[];
}

async function deleteEntries<Value>(
  context: StoreContext,
  selector: Deno.KvListSelector,
  { signal, only, besides }: DeleteOptions<Value>,
): Promise<number> {
  let deleted = 0;
  let batch: Deno.KvEntry<Value>[] = [];
  const deleteBatch = async (): Promise<void> => {
    await write(context, batch.flatMap((entry) => [...besides?.(entry) ?? [], remove(entry.key)]));
    deleted += batch.length;
    batch = [];
  };
  for await (const entry of context.kv.list<Value>(selector, { batchSize: ENTRIES_PER_WRITE })) {
    if (signal?.aborted) return deleted;
    if (only?.(entry) ?? true) batch.push(entry);
    if (batch.length === ENTRIES_PER_WRITE) await deleteBatch();
  }
  await deleteBatch();
  return deleted;
}
