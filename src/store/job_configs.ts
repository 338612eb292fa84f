import type { AccountId, JobId } from "../domain/identifier.ts";
import { releaseChunks, streamChunks } from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { readInputs, releaseInputs } from "./inputs.ts";
import { keys } from "./keys.ts";
import { bytesOfConfig, type HeldEntries } from "./stored_bytes.ts";
import { adoptContent, type NewContent, readContent, type StoredContent } from "./stored_content.ts";
import { put, type Reader, remove } from "./transaction.ts";

/** Returns the checks and mutations that give a written config to its job, for the operation that accepts the job. */
export async function adoptConfig(
  read: Reader,
  { accountId, jobId, config }: { accountId: AccountId; jobId: JobId; config: NewContent },
): Promise<HeldEntries> {
  const { checks, mutations } = await adoptContent(read, config);
  const stored = put(keys.jobConfig(accountId, jobId), config.stored);
  return { checks, mutations: [...mutations, stored], bytes: bytesOfConfig(config.stored) };
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

/** Type of a job's config as a worker reads it. */
export interface WholeConfig {
  /** Config that the job was submitted with, as JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** History of the upload that the config names, as `encodeUploadedHistory` encodes it; null if it names none. */
  readonly uploaded: Uint8Array<ArrayBuffer> | null;
}

/** Reads the config of a job with the history of the upload that it names; null if any part is missing. */
export async function readWholeConfig(
  context: StoreContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<WholeConfig | null> {
  const config = await readConfig(context, accountId, jobId);
  const { value: digest } = await context.kv.get<string>(keys.jobHistory(accountId, jobId));
  if (config === null || digest === null) return config && { config, uploaded: null };
  const uploaded = await readInputs(context, accountId, digest);
  return uploaded && { config, uploaded };
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

/**
 * Returns the checks and mutations that remove a job's config and take the job off the uploaded history that the config
 * names, for the operation that deletes the job.
 */
export async function releaseConfig(
  context: StoreContext,
  read: Reader,
  { accountId, jobId }: { accountId: AccountId; jobId: JobId },
): Promise<HeldEntries> {
  const [config, named] = await read.getMany<[StoredContent, string]>([
    keys.jobConfig(accountId, jobId),
    keys.jobHistory(accountId, jobId),
  ]);
  const { checks, mutations, bytes }: HeldEntries = named.value === null
    ? { checks: [], mutations: [], bytes: 0 }
    : await releaseInputs(context, read, { accountId, digest: named.value });
  const rest = named.value === null ? [] : [remove(named.key), ...mutations];
  if (config.value === null) return { checks, mutations: rest, bytes };
  const chunks = config.value instanceof Uint8Array ? [] : [releaseChunks(context, config.value)];
  return {
    checks,
    mutations: [remove(config.key), ...chunks, ...rest],
    bytes: bytes - bytesOfConfig(config.value),
  };
}
