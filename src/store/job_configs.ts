import type { ByteRange } from "../domain/artifact.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { ChunkSet } from "./chunks.ts";
import {
  type ContentSet,
  readContentRanges,
  readContentSet,
  releaseContentSet,
  streamContentSet,
} from "./content_set.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import {
  type ContentContext,
  isForBucket,
  isObjectContent,
  type ObjectContent,
  writeObjectContent,
} from "./object_content.ts";
import { adoptObjects } from "./object_markers.ts";
import { bytesOfConfig, type HeldEntries } from "./stored_bytes.ts";
import { adoptContent, isWrittenBefore, type NewContent, writeContent } from "./stored_content.ts";
import { type Change, put, type Reader, remove } from "./transaction.ts";

/**
 * Value of the entry of a config: the bytes of a small config, or a reference to the bytes of a large one. The
 * reference also tells which bytes are the rows of the config's history, if the aligned history is stored too.
 */
type StoredConfig = Uint8Array<ArrayBuffer> | ContentSet & { readonly historyPlace?: ByteRange };

/** Config that is prepared for writing, to which no KV entry refers yet. */
export type NewConfig = NewContent | ObjectContent;

/** Whether a config is too large for the operation that accepts its job, so that its bytes are written earlier. */
export function isConfigWrittenBefore(context: ContentContext, config: Uint8Array): boolean {
  return isForBucket(context, config.length) || isWrittenBefore(config);
}

/**
 * Prepares the config of a job that is yet to be accepted. Writes the bytes of a large config now; those of a small one
 * are written by the operation that accepts the job. Throws the errors of `writeContentSet`, so call it within
 * `unlessSwept`, which writes again what a sweep deleted meanwhile.
 */
export async function writeConfig(
  context: ContentContext,
  accountId: AccountId,
  config: Uint8Array,
): Promise<NewConfig> {
  return isForBucket(context, config.length)
    ? await writeObjectContent(context, accountId, config)
    : await writeContent(context, accountId, config);
}

/** Returns the checks and mutations that give a written config to its job, for the operation that accepts the job. */
export async function adoptConfig(
  read: Reader,
  { accountId, jobId, config, historyPlace = null }: {
    accountId: AccountId;
    jobId: JobId;
    config: NewConfig;
    historyPlace?: ByteRange | null;
  },
): Promise<HeldEntries> {
  const { checks, mutations } = await adoptNew(read, config);
  const stored = isObjectContent(config) ? config : config.stored;
  const entry = put(keys.jobConfig(accountId, jobId), storedConfig(stored, historyPlace));
  return { checks, mutations: [...mutations, entry], bytes: bytesOfConfig(stored) };
}

async function adoptNew(read: Reader, config: NewConfig): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  return isObjectContent(config) ? await adoptObjects(read, config.object) : await adoptContent(read, config);
}

function storedConfig(content: Uint8Array<ArrayBuffer> | ContentSet, historyPlace: ByteRange | null): StoredConfig {
  return historyPlace === null || content instanceof Uint8Array ? content : { ...content, historyPlace };
}

/**
 * Reads the config of a job as bytes. Null if the config or a part of it is missing. Throws `not_ready` if it lies in
 * the bucket and that does not answer.
 */
export async function readConfig(
  context: ContentContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { value } = await context.kv.get<StoredConfig>(keys.jobConfig(accountId, jobId));
  return value === null || value instanceof Uint8Array ? value : await readContentSet(context, value);
}

/**
 * Reads the config of a run as bytes, without the rows of its own history where its aligned history is stored too and
 * the place of the rows is known. That is all that the run and every later job of it need. Returns null and throws like
 * `readConfig`.
 */
export async function readConfigOfRun(
  context: ContentContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { value } = await context.kv.get<StoredConfig>(keys.jobConfig(accountId, jobId));
  if (value === null || value instanceof Uint8Array) return value;
  if (value.historyPlace === undefined) return await readContentSet(context, value);
  const { start, end } = value.historyPlace;
  return await readContentRanges(context, value, [{ start: 0, end: start }, { start: end, end: value.bytes }]);
}

/** A job's config with its size in bytes and a stream, so that only the needed part is read. */
export interface FoundConfig {
  readonly bytes: number;
  /** Number of bytes that `readConfigOfRun` reads of it. */
  readonly bytesOfRun: number;
  /** Streams the job's config; the stream fails if a part of it is missing or the bucket does not answer. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Finds the stored config of a job; null if the job has none. */
export async function findConfig(
  context: ContentContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<FoundConfig | null> {
  const { value } = await context.kv.get<StoredConfig>(keys.jobConfig(accountId, jobId));
  if (value === null) return null;
  if (value instanceof Uint8Array) {
    return { bytes: value.length, bytesOfRun: value.length, stream: () => ReadableStream.from([value]) };
  }
  const { bytes, historyPlace: { start, end } = { start: 0, end: 0 } } = value;
  return { bytes, bytesOfRun: bytes - (end - start), stream: () => streamContentSet(context, value) };
}

/** Returns the reference to the bytes of a config alone. */
function setOf(stored: ContentSet): ContentSet {
  if (isObjectContent(stored)) return stored;
  const { id, accountId, bytes, chunks }: ChunkSet = stored;
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
  const released = value instanceof Uint8Array ? [] : [releaseContentSet(context, setOf(value))];
  return { checks: [], mutations: [remove(key), ...released], bytes: -bytesOfConfig(value) };
}
