import { createHash } from "node:crypto";
import type { AccountId } from "../domain/identifier.ts";
import { adoptChunks, type ChunkSet, readChunks, releaseChunks, writeChunks } from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { HeldEntries } from "./stored_bytes.ts";
import { put, type Reader, remove } from "./transaction.ts";

/** Inputs that jobs of an account were computed from, stored until the last of these jobs is deleted. */
interface StoredInputs {
  readonly set: ChunkSet;
  /** Jobs that stand on them. */
  readonly jobs: number;
}

/** Inputs before a job has them. */
export interface WrittenInputs {
  readonly accountId: AccountId;
  /** SHA-256 of the bytes, in lower-case hexadecimal. */
  readonly digest: string;
  /** Null where the account has stored the same bytes already. */
  readonly set: ChunkSet | null;
}

/** Writes inputs that the account has not stored yet; orphans until `adoptInputs`. */
export async function writeInputs(
  context: StoreContext,
  accountId: AccountId,
  bytes: Uint8Array,
): Promise<WrittenInputs> {
  const digest = createHash("sha256").update(bytes).digest("hex");
  const { value } = await context.kv.get(keys.inputs(accountId, digest));
  return { accountId, digest, set: value === null ? await writeChunks(context, accountId, bytes) : null };
}

/**
 * For the operation that gives the inputs to a job; null where another job let go of them meanwhile: they are to be
 * written then.
 */
export async function adoptInputs(
  read: Reader,
  { accountId, digest, set }: WrittenInputs,
): Promise<HeldEntries | null> {
  const entry = await read.get<StoredInputs>(keys.inputs(accountId, digest));
  if (entry.value !== null) {
    const shared: StoredInputs = { ...entry.value, jobs: entry.value.jobs + 1 };
    return { checks: [entry], mutations: [put(entry.key, shared)], bytes: 0 };
  }
  if (set === null) return null;
  const { checks, mutations } = await adoptChunks(read, set);
  const stored: StoredInputs = { set, jobs: 1 };
  return { checks: [entry, ...checks], mutations: [...mutations, put(entry.key, stored)], bytes: set.bytes };
}

/** For the operation that deletes a job which stands on them. */
export async function releaseInputs(
  context: StoreContext,
  read: Reader,
  { accountId, digest }: { accountId: AccountId; digest: string },
): Promise<HeldEntries> {
  const entry = await read.get<StoredInputs>(keys.inputs(accountId, digest));
  if (entry.value === null) return { checks: [entry], mutations: [], bytes: 0 };
  const { set, jobs } = entry.value;
  if (jobs > 1) return { checks: [entry], mutations: [put(entry.key, { set, jobs: jobs - 1 })], bytes: 0 };
  return { checks: [entry], mutations: [remove(entry.key), releaseChunks(context, set)], bytes: -set.bytes };
}

/** Null where some of them are gone. */
export async function readInputs(
  context: StoreContext,
  accountId: AccountId,
  digest: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { value } = await context.kv.get<StoredInputs>(keys.inputs(accountId, digest));
  return value && await readChunks(context, value.set);
}
