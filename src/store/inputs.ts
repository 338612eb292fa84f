import type { AccountId } from "../domain/identifier.ts";
import { BYTES_BESIDE_RECORD_AT_MOST, chunksBesideRecord } from "./chunks.ts";
import { adoptContentSet, type ContentSet, readContentSet, releaseContentSet, writeContentSet } from "./content_set.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { type ContentContext, digestOf, isForBucket } from "./object_content.ts";
import type { HeldEntries } from "./stored_bytes.ts";
import { put, type Reader, remove } from "./transaction.ts";

/**
 * Stored inputs (the history of returns, as `encodeHistory` encodes it) from which jobs of an account were computed.
 * The inputs remain until the last of these jobs is deleted.
 */
interface StoredInputs {
  readonly set: ContentSet;
  /** Number of the account's jobs that share these stored inputs. */
  readonly jobs: number;
}

/** Result of writing the inputs of a job before they belong to the job. */
export interface WrittenInputs {
  readonly accountId: AccountId;
  /** SHA-256 digest of the job's input bytes, in lower-case hexadecimal. */
  readonly digest: string;
  /** Reference to the bytes of a job's inputs; null if the account has already stored the same bytes. */
  readonly set: ContentSet | null;
  /** Mutations that write the chunks together with the record that adopts them; absent if they are written already. */
  readonly chunks?: readonly Deno.KvMutation[];
}

/**
 * Prepares the inputs of a job for the operation that accepts it, which also writes `beside` other bytes. The operation
 * writes the chunks of small inputs; large ones are written first.
 */
export async function writeInputsBeside(
  context: ContentContext,
  { accountId, inputs, beside }: { accountId: AccountId; inputs: Uint8Array<ArrayBuffer>; beside: number },
): Promise<WrittenInputs> {
  if (isForBucket(context, inputs.length) || inputs.length + beside > BYTES_BESIDE_RECORD_AT_MOST) {
    return await writeInputs(context, accountId, inputs);
  }
  const { set, mutations } = chunksBesideRecord(context, accountId, inputs);
  return { accountId, digest: digestOf(inputs), set, chunks: mutations };
}

/**
 * Writes the inputs of a job unless the account has already stored the same bytes. New inputs are orphans until
 * `adoptInputs`. Throws like `writeContentSet`.
 */
export async function writeInputs(
  context: ContentContext,
  accountId: AccountId,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<WrittenInputs> {
  const digest = await digestOfLarge(bytes);
  const { value } = await context.kv.get(keys.inputs(accountId, digest));
  return { accountId, digest, set: value === null ? await writeContentSet(context, accountId, bytes) : null };
}

/**
 * Returns the checks and mutations that give inputs to a job, for the operation that changes the job. Returns null if
 * the inputs were not written because another job had them, and that job has released them meanwhile; the caller must
 * write them again.
 */
export async function adoptInputs(
  read: Reader,
  { accountId, digest, set, chunks }: WrittenInputs,
): Promise<HeldEntries | null> {
  const entry = await read.get<StoredInputs>(keys.inputs(accountId, digest));
  if (entry.value !== null) {
    const shared: StoredInputs = { ...entry.value, jobs: entry.value.jobs + 1 };
    return { checks: [entry], mutations: [put(entry.key, shared)], bytes: 0 };
  }
  if (set === null) return null;
  const { checks, mutations } = chunks === undefined
    ? await adoptContentSet(read, set)
    : { checks: [], mutations: chunks };
  const stored: StoredInputs = { set, jobs: 1 };
  return { checks: [entry, ...checks], mutations: [...mutations, put(entry.key, stored)], bytes: set.bytes };
}

/** Returns the same digest as `digestOf`, computed on another thread: this one answers requests meanwhile. */
async function digestOfLarge(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Returns the checks and mutations that take a deleted job off its stored inputs; the last job releases the inputs. */
export async function releaseInputs(
  context: StoreContext,
  read: Reader,
  { accountId, digest }: { accountId: AccountId; digest: string },
): Promise<HeldEntries> {
  const entry = await read.get<StoredInputs>(keys.inputs(accountId, digest));
  if (entry.value === null) return { checks: [entry], mutations: [], bytes: 0 };
  const { set, jobs } = entry.value;
  if (jobs > 1) return { checks: [entry], mutations: [put(entry.key, { set, jobs: jobs - 1 })], bytes: 0 };
  return { checks: [entry], mutations: [remove(entry.key), releaseContentSet(context, set)], bytes: -set.bytes };
}

/**
 * Reads stored inputs by their digest; null if they or any part of them are missing. Throws `not_ready` if they lie in
 * the bucket and it does not answer.
 */
export async function readInputs(
  context: ContentContext,
  accountId: AccountId,
  digest: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { value } = await context.kv.get<StoredInputs>(keys.inputs(accountId, digest));
  return value && await readContentSet(context, value.set);
}
