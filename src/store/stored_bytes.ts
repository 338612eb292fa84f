import { AccountMissing } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import type { StoredArtifact } from "../domain/artifact.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { PlanLimits } from "../domain/plan.ts";
import type { ChunkSet } from "./chunks.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { type Change, put, type Reader, remove } from "./transaction.ts";

/** What an operation that gives something to a job, or takes it from it, has to check and to write besides. */
export interface HeldEntries extends Pick<Change<unknown>, "checks" | "mutations"> {
  /** How many bytes the job holds more, or less. */
  readonly bytes: number;
}

type Entries = Pick<Change<unknown>, "checks" | "mutations">;

/** The bytes that the jobs of an account hold: what they were submitted with, their inputs and their artifacts. */
export async function storedBytesOf(read: Reader, accountId: AccountId): Promise<number> {
  return (await readStoredBytes(read, accountId)).used;
}

/**
 * For the operation by which jobs of an account hold more bytes, or fewer where they are below 0: with it they are
 * counted, once. Without any there is no count: what an older process beside this one adds is then found by a look.
 */
export async function countStoredBytes(read: Reader, accountId: AccountId, bytes: number): Promise<Entries> {
  if (bytes === 0) return { checks: [], mutations: [] };
  const { entry, used } = await readStoredBytes(read, accountId);
  const left = used + bytes;
  return { checks: [entry], mutations: [left > 0 ? put(entry.key, left) : remove(entry.key)] };
}

/**
 * `countStoredBytes` for the operation that accepts a job, which checks the account. Throws `limit_reached` where they
 * were more than the plan has room for, and `not_found` without the account.
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
    const detail = `Cannot store ${bytes} bytes more: ${counted.used} of ${limit} are in use; delete runs first`;
    throw new DomainError("limit_reached", detail);
  }
  return { checks: [counted.entry], mutations: [put(counted.entry.key, counted.used + bytes)] };
}

/** The count, which begins with what the account held before there was one. */
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
  for await (const { value } of read.list<{ readonly set: ChunkSet }>({ prefix: keys.allInputs(accountId) })) {
    bytes += value.set.bytes;
  }
  for await (const { value } of read.list<HeldArtifacts>({ prefix: keys.allArtifactSets(accountId) })) {
    bytes += bytesOfArtifacts(value);
  }
  return bytes;
}

type HeldConfig = Uint8Array | ChunkSet;

interface HeldArtifacts {
  readonly artifacts: readonly Pick<StoredArtifact, "bytes">[];
}

/** Of what a job was submitted with. */
export function bytesOfConfig(config: HeldConfig): number {
  return config instanceof Uint8Array ? config.length : config.bytes;
}

/** Of all artifacts of a set. */
export function bytesOfArtifacts({ artifacts }: HeldArtifacts): number {
  return artifacts.reduce((sum, { bytes }) => sum + bytes, 0);
}
