import type { AccountId, JobId } from "../domain/identifier.ts";
import { releaseChunks, streamChunks } from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { bytesOfConfig, type HeldEntries } from "./stored_bytes.ts";
import { adoptContent, type NewContent, readContent, type StoredContent } from "./stored_content.ts";
import { put, type Reader, remove } from "./transaction.ts";

/** For the operation that accepts the job, which its config was written for. */
export async function adoptConfig(
  read: Reader,
  { accountId, jobId, config }: { accountId: AccountId; jobId: JobId; config: NewContent },
): Promise<HeldEntries> {
  const { checks, mutations } = await adoptContent(read, config);
  const stored = put(keys.jobConfig(accountId, jobId), config.stored);
  return { checks, mutations: [...mutations, stored], bytes: bytesOfConfig(config.stored) };
}

/** Null where some of it is gone. */
export async function readConfig(
  context: StoreContext,
  accountId: AccountId,
  jobId: JobId,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { value } = await context.kv.get<StoredContent>(keys.jobConfig(accountId, jobId));
  return value && await readContent(context, value);
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
  const { value } = await context.kv.get<StoredContent>(keys.jobConfig(accountId, jobId));
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
  const { key, value } = await read.get<StoredContent>(keys.jobConfig(accountId, jobId));
  if (value === null) return { checks: [], mutations: [], bytes: 0 };
  const chunks = value instanceof Uint8Array ? [] : [releaseChunks(context, value)];
  return { checks: [], mutations: [remove(key), ...chunks], bytes: -bytesOfConfig(value) };
}
