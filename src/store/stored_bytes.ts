import { AccountMissing } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import type { StoredArtifact } from "../domain/artifact.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { PlanLimits } from "../domain/plan.ts";
import type { ContentSet } from "./content_set.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { type Change, put, type Reader, remove } from "./transaction.ts";

/**
 * Checks and mutations that an operation needs when it gives a config, inputs or artifacts to a job or takes them away.
 */
export interface HeldEntries extends Pick<Change<unknown>, "checks" | "mutations"> {
  /** Change in the number of bytes that the job stores; negative if it stores fewer. */
  readonly bytes: number;
}

type Entries = Pick<Change<unknown>, "checks" | "mutations">;

/** Returns the number of bytes that an account stores: configs, inputs and artifacts of jobs, histories of uploads. */
export async function storedBytesOf(read: Reader, accountId: AccountId): Promise<number> {
  return (await readStoredBytes(read, accountId)).used;
}

/**
 * Returns the checks and mutations that change the count of an account's stored bytes by `bytes`, which may be
 * negative. The count's entry is removed at zero, so that the next read counts everything again, including bytes
 * written by an older process without this count.
 */
export async function countStoredBytes(read: Reader, accountId: AccountId, bytes: number): Promise<Entries> {
  if (bytes === 0) return { checks: [], mutations: [] };
  const { entry, used } = await readStoredBytes(read, accountId);
  const left = used + bytes;
  return { checks: [entry], mutations: [left > 0 ? put(entry.key, left) : remove(entry.key)] };
}

/**
 * Returns the checks and mutations that count the bytes of a new job or of an uploaded history, for the operation that
 * accepts it and checks the account. Throws `limit_reached` if the bytes exceed the plan's storage, and `not_found` if
 * the account does not exist.
 */
export async function countBytesWithinPlan(
  read: Reader,
  { accountId, bytes, planLimits }: { accountId: AccountId; bytes: number; planLimits: PlanLimits },
): Promise<Entries> {
  const [account, counted] = await Promise.all([
    read.get<AccountRecord>(keys.account(accountId)),
    readStoredBytes(read, accountId),
  ]);
  if (account.value === null) throw new AccountMissing(accountId);
  const limit = planLimits[account.value.plan].storage_bytes;
  if (limit !== null && counted.used + bytes > limit) {
    const detail =
      `Cannot store ${bytes} bytes more: ${counted.used} of ${limit} are in use; delete runs or uploads first`;
    throw new DomainError("limit_reached", detail);
  }
  return { checks: [counted.entry], mutations: [put(counted.entry.key, counted.used + bytes)] };
}

/** Reads the count of an account's stored bytes; without a count, adds up everything the account stores. */
async function readStoredBytes(
  read: Reader,
  accountId: AccountId,
): Promise<{ entry: Deno.KvEntryMaybe<number>; used: number }> {
  const entry = await read.get<number>(keys.storedBytes(accountId));
  return { entry, used: entry.value ?? await heldBytes(read, accountId) };
}

async function heldBytes(read: Reader, accountId: AccountId): Promise<number> {
  let bytes = 0;
  for await (const { value } of read.list<HeldConfig>({ prefix: keys.jobConfigs(accountId) })) {
    bytes += bytesOfConfig(value);
  }
  for await (const { value } of read.list<{ readonly set: ContentSet }>({ prefix: keys.allInputs(accountId) })) {
    bytes += value.set.bytes;
  }
  for await (const { value } of read.list<HeldArtifacts>({ prefix: keys.allArtifactSets(accountId) })) {
    bytes += bytesOfArtifacts(value);
  }
  return bytes;
}

type HeldConfig = Uint8Array | ContentSet;

interface HeldArtifacts {
  readonly artifacts: readonly Pick<StoredArtifact, "bytes">[];
}

/** Returns the number of bytes that a job's config takes in the store. */
export function bytesOfConfig(config: HeldConfig): number {
  return config instanceof Uint8Array ? config.length : config.bytes;
}

/** Returns the total number of bytes of all artifacts of a set of artifacts. */
export function bytesOfArtifacts({ artifacts }: HeldArtifacts): number {
  return artifacts.reduce((sum, { bytes }) => sum + bytes, 0);
}
