import type { ByteRange } from "../domain/artifact.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { readRanges, streamChunks } from "./chunk_reading.ts";
import { type ChunkSet, releaseChunks } from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { bytesOfConfig, type HeldEntries } from "./stored_bytes.ts";
import { adoptContent, type NewContent, readContent, type StoredContent } from "./stored_content.ts";
import { put, type Reader, remove } from "./transaction.ts";

/**
 * Value of the entry of a config. The reference to the chunks of a large config also tells which of its bytes are the
 * rows of its history, if the aligned history is stored too.
 */
type StoredConfig = StoredContent | ChunkSet & { readonly historyPlace: ByteRange };

/** Returns the checks and mutations that give a written config to its job, for the operation that accepts the job. */
export async function adoptConfig(
  read: Reader,
  { accountId, jobId, config, historyPlace = null }: {
    accountId: AccountId;
    jobId: JobId;
    config: NewContent;
    historyPlace?: ByteRange | null;
  },
): Promise<HeldEntries> {
  const { checks, mutations } = await adoptContent(read, config);
  const stored = put(keys.jobConfig(accountId, jobId), storedConfig(config.stored, historyPlace));
  return { checks, mutations: [...mutations, stored], bytes: bytesOfConfig(config.stored) };
}

function storedConfig(content: StoredContent, historyPlace: ByteRange | null): StoredConfig {
  return historyPlace === null || content instanceof Uint8Array ? content : { ...content, historyPlace };
}

/**
 * Reads the config of a run whose aligned history is stored, as bytes, without the rows of the history where their
 * place is known. Null if the config or any of its chunks is missing.
 */
export async function readConfigOfRun(
  context: StoreContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { value } = await context.kv.get<StoredConfig>(keys.jobConfig(accountId, jobId));
  if (value === null) return null;
  if (value instanceof Uint8Array || !("historyPlace" in value)) return await readContent(context, value);
  const { start, end } = value.historyPlace;
  return await readRanges(context, value, [{ start: 0, end: start }, { start: end, end: value.bytes }]);
}

/** Reads the config of a job as bytes; null if the config or any of its chunks is missing. */
export async function readConfig(
  context: StoreContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { value } = await context.kv.get<StoredContent>(keys.jobConfig(accountId, jobId));
  return value && await readContent(context, value);
}

/** A job's config with its size in bytes and a stream, so that only the needed part is read. */
export interface FoundConfig {
  readonly bytes: number;
  /** Streams the job's config; the stream fails if chunks are missing. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Finds the stored config of a job; null if the job has none. */
export async function findConfig(
  context: StoreContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<FoundConfig | null> {
  const { value } = await context.kv.get<StoredContent>(keys.jobConfig(accountId, jobId));
  if (value === null) return null;
  if (value instanceof Uint8Array) return { bytes: value.length, stream: () => ReadableStream.from([value]) };
  return { bytes: value.bytes, stream: () => streamChunks(context, value, { start: 0, end: value.bytes }) };
}

/** Returns the reference to the chunks of a config alone. */
function setOf({ id, accountId, bytes, chunks }: ChunkSet): ChunkSet {
  return { id, accountId, bytes, chunks };
}

/** Returns the checks and mutations that remove a job's config, for the operation that deletes the job. */
export async function releaseConfig(
  context: StoreContext,
  read: Reader,
  { accountId, jobId }: { accountId: AccountId; jobId: JobId },
): Promise<HeldEntries> {
  const { key, value } = await read.get<StoredConfig>(keys.jobConfig(accountId, jobId));
  if (value === null) return { checks: [], mutations: [], bytes: 0 };
  const chunks = value instanceof Uint8Array ? [] : [releaseChunks(context, setOf(value))];
  return { checks: [], mutations: [remove(key), ...chunks], bytes: -bytesOfConfig(value) };
}
