import type { AccountId, JobId } from "../domain/identifier.ts";
import {
  adoptChunks,
  BYTES_BESIDE_RECORD_AT_MOST,
  chunksBesideRecord,
  type ChunkSet,
  readChunks,
  releaseChunks,
  streamChunks,
  writeChunks,
} from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { bytesOfConfig, type HeldEntries } from "./stored_bytes.ts";
import { put, type Reader, remove } from "./transaction.ts";

/** What a job was submitted with: the bytes where one value holds them, else the chunks they lie in. */
export type StoredConfig = Uint8Array<ArrayBuffer> | ChunkSet;

/** A value holds 64 KiB, its type included. */
const INLINE_BYTES_AT_MOST = 60 * 1024;

/** A config before its job has it. */
export interface NewConfig {
  readonly stored: StoredConfig;
  /**
   * What the operation that accepts the job writes for it; null where its chunks were written before, an orphan until
   * then.
   */
  readonly chunks: readonly Deno.KvMutation[] | null;
}

/** Whether a config is too large for the operation that accepts the job. */
export function isWrittenBefore(config: Uint8Array): boolean {
  return config.length > BYTES_BESIDE_RECORD_AT_MOST;
}

/** A config for `adoptConfig`. */
export async function writeConfig(
  context: StoreContext,
  accountId: AccountId,
  config: Uint8Array,
): Promise<NewConfig> {
  if (config.length <= INLINE_BYTES_AT_MOST) return { stored: config.slice(), chunks: [] };
  if (isWrittenBefore(config)) return { stored: await writeChunks(context, accountId, config), chunks: null };
  const { set, mutations } = chunksBesideRecord(context, accountId, config);
  return { stored: set, chunks: mutations };
}

/** For the operation that accepts the job. */
export async function adoptConfig(
  read: Reader,
  { accountId, jobId, config }: { accountId: AccountId; jobId: JobId; config: NewConfig },
): Promise<HeldEntries> {
  const bytes = bytesOfConfig(config.stored);
  const stored = put(keys.jobConfig(accountId, jobId), config.stored);
  if (config.chunks !== null || config.stored instanceof Uint8Array) {
    return { checks: [], mutations: [...config.chunks ?? [], stored], bytes };
  }
  const { checks, mutations } = await adoptChunks(read, config.stored);
  return { checks, mutations: [...mutations, stored], bytes };
}

/** Null where some of it is gone. */
export async function readConfig(
  context: StoreContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { value } = await context.kv.get<StoredConfig>(keys.jobConfig(accountId, jobId));
  return value === null || value instanceof Uint8Array ? value : await readChunks(context, value);
}

/** A config by its size: it is read only as far as it is wanted. */
export interface FoundConfig {
  readonly bytes: number;
  /** Errors where some of it is gone. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Null without one. */
export async function findConfig(
  context: StoreContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<FoundConfig | null> {
  const { value } = await context.kv.get<StoredConfig>(keys.jobConfig(accountId, jobId));
  if (value === null) return null;
  if (value instanceof Uint8Array) return { bytes: value.length, stream: () => ReadableStream.from([value]) };
  return { bytes: value.bytes, stream: () => streamChunks(context, value, { start: 0, end: value.bytes }) };
}

/** For the operation that deletes the job. */
export async function releaseConfig(
  context: StoreContext,
  read: Reader,
  { accountId, jobId }: { accountId: AccountId; jobId: JobId },
): Promise<HeldEntries> {
  const { key, value } = await read.get<StoredConfig>(keys.jobConfig(accountId, jobId));
  if (value === null) return { checks: [], mutations: [], bytes: 0 };
  const chunks = value instanceof Uint8Array ? [] : [releaseChunks(context, value)];
  return { checks: [], mutations: [remove(key), ...chunks], bytes: -bytesOfConfig(value) };
}
