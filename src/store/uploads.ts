import { createHash } from "node:crypto";
import { AccountMissing } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, accountIdOf, identifier } from "../domain/identifier.ts";
import type { PlanLimits } from "../domain/plan.ts";
import {
  FAILED_UPLOAD_KEPT_MS,
  statusOf,
  sweptFrom,
  type Upload,
  UPLOAD_KEPT_MS,
  UPLOAD_LINK_MS,
  type UploadDraft,
  type UploadedFile,
  type UploadKind,
  UPLOADS_AT_MOST,
} from "../domain/upload.ts";
import { readChunks } from "./chunk_reading.ts";
import { type ChunkSet, discardChunks, writeArrivingChunks } from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { IndependentSteps } from "./independent_steps.ts";
import { adoptInputs, readInputs, releaseInputs, writeInputs, type WrittenInputs } from "./inputs.ts";
import { keys } from "./keys.ts";
import { type ContentContext, isObjectContent } from "./object_content.ts";
import type { AccountRecord } from "./records.ts";
import { roomForOneMore } from "./room_for_one_more.ts";
import { countBytesWithinPlan, countStoredBytes, type HeldEntries } from "./stored_bytes.ts";
import { type Change, put, type Reader, remove, transaction } from "./transaction.ts";
import { unlessSwept } from "./unless_swept.ts";

/** Bytes of an uploaded file as they were sent, which belong to no record and are deleted within an hour. */
export interface ArrivedFile {
  readonly set: ChunkSet;
  /** SHA-256 digest of the bytes in lower-case hexadecimal. */
  readonly sha256: string;
}

/** The prices, returns or scenarios that were read from an uploaded file, encoded by `encodeUploadedHistory`. */
export interface UploadedBytes {
  readonly kind: UploadKind;
  readonly history: Uint8Array<ArrayBuffer>;
}

/**
 * Repository of uploads. Methods that take the id of an upload throw `not_found` if the account has no such upload.
 */
export interface UploadRepository {
  /** Makes an upload that waits for its file. Throws `limit_reached` if the account has the largest number of them. */
  create(accountId: AccountId, draft: UploadDraft): Promise<Upload>;
  /** Lists the account's uploads, newest first. */
  list(accountId: AccountId): Promise<readonly Upload[]>;
  get(accountId: AccountId, uploadId: string): Promise<Upload>;
  /**
   * Checks that an upload may take its file now. Throws `upload_already_sent` if a file came before, `link_invalid` if
   * the link has ended, and `limit_reached` if the storage of the plan is full.
   */
  checkWaiting(accountId: AccountId, uploadId: string): Promise<Upload>;
  /** Writes the bytes of a file as they arrive. Throws the error of the pieces if they break off. */
  write(accountId: AccountId, pieces: AsyncIterable<Uint8Array>): Promise<ArrivedFile>;
  /** Reads a file that arrived; null if the sweep deleted it meanwhile. */
  read(file: ArrivedFile): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deletes a file that arrived, once its history is stored. */
  discard(file: ArrivedFile): Promise<void>;
  /**
   * Stores the history that was read from the file and makes the upload ready. The history counts as storage of the
   * plan. Throws `upload_already_sent` and `limit_reached`.
   */
  finish(
    accountId: AccountId,
    uploadId: string,
    read: { readonly file: Omit<UploadedFile, "storedBytes">; readonly history: Uint8Array<ArrayBuffer> },
  ): Promise<Upload>;
  /** Notes why the file of an upload was refused. Throws `upload_already_sent`. */
  refuse(accountId: AccountId, uploadId: string, refusal: string): Promise<Upload>;
  /** Reads the history of a ready upload; null if the account has no such upload or it is not ready. */
  history(accountId: AccountId, uploadId: string): Promise<UploadedBytes | null>;
  /** Deletes an upload. Runs that name it have their own aligned history. */
  delete(accountId: AccountId, uploadId: string): Promise<void>;
  /** Deletes the uploads whose time is over, and returns their number. */
  sweep(signal?: AbortSignal): Promise<number>;
}

/** Record of an upload with the digest under which its history is stored. */
interface UploadRecord extends Upload {
  /** Digest of the stored history among the inputs of the account; null before the file came. */
  readonly history: string | null;
}

type Entries = Pick<Change<unknown>, "checks" | "mutations">;

/** Creates the repository of uploads over Deno KV. */
export function uploadRepository(context: ContentContext, planLimits: PlanLimits): UploadRepository {
  const { kv, clock } = context;
  return {
    create: (accountId, draft) => createUpload(context, accountId, draft),
    async list(accountId) {
      const entries = kv.list<UploadRecord>({ prefix: keys.uploads(accountId) }, { reverse: true });
      return (await Array.fromAsync(entries)).map(({ value }) => uploadOf(value));
    },
    async get(accountId, uploadId) {
      return uploadOf((await readUpload(kv, accountId, uploadId)).value);
    },
    async checkWaiting(accountId, uploadId) {
      const { value } = await readUpload(kv, accountId, uploadId);
      refuseSecondFile(value);
      if (statusOf(value, clock.now()) === "expired") {
        throw new DomainError("link_invalid", `The link of upload "${uploadId}" has ended: make another upload`);
      }
      await countBytesWithinPlan(kv, { accountId, bytes: 1, planLimits });
      return uploadOf(value);
    },
    async write(accountId, pieces) {
      const hash = createHash("sha256");
      const set = await writeArrivingChunks(context, accountId, hashed(pieces, hash));
      return { set, sha256: hash.digest("hex") };
    },
    read: ({ set }) => readChunks(context, set),
    discard: ({ set }) => discardChunks(context, set),
    finish: (accountId, uploadId, read) =>
      unlessSwept(() => finishUpload({ ...context, planLimits }, { accountId, uploadId }, read)),
    refuse: (accountId, uploadId, refusal) => refuseUpload(context, { accountId, uploadId }, refusal),
    async history(accountId, uploadId) {
      const { value } = await kv.get<UploadRecord>(keys.upload(accountId, uploadId));
      if (value === null || value.history === null) return null;
      const history = await readInputs(context, accountId, value.history);
      return history && { kind: value.kind, history };
    },
    delete: (accountId, uploadId) => deleteUpload(context, { accountId, uploadId }),
    sweep: (signal) => sweepUploads(context, signal),
  };
}

/**
 * Returns the checks and mutations that keep an upload for another week, for the operation that accepts a job which
 * names it; none if the upload was deleted meanwhile, because the job has its own aligned history.
 */
export async function renewUpload(
  { clock }: StoreContext,
  read: Reader,
  { accountId, uploadId }: UploadPlace,
): Promise<Entries> {
  const entry = await read.get<UploadRecord>(keys.upload(accountId, uploadId));
  if (entry.value === null) return { checks: [], mutations: [] };
  const used: UploadRecord = { ...entry.value, expiresAt: clock.now() + UPLOAD_KEPT_MS };
  return { checks: [entry], mutations: changeOfUpload(entry.value, used) };
}

/** Returns the key of the index entry, outside the account, by which the sweep finds an upload. */
export function outerKeyOfUpload(upload: Pick<Upload, "id" | "accountId" | "status" | "expiresAt">): Deno.KvKey {
  return keys.uploadEnd(sweptFrom(upload), upload.accountId, upload.id);
}

async function createUpload(context: StoreContext, accountId: AccountId, draft: UploadDraft): Promise<Upload> {
  const { clock, random } = context, id = identifier("upl", random.ulid()), now = clock.now();
  const record: UploadRecord = {
    id,
    accountId,
    ...draft,
    createdAt: now,
    status: "pending",
    expiresAt: now + UPLOAD_LINK_MS,
    file: null,
    refusal: null,
    history: null,
  };
  return await transaction(context, async (read) => {
    const account = await read.get<AccountRecord>(keys.account(accountId));
    if (account.value === null) throw new AccountMissing(accountId);
    const prefix = keys.uploads(accountId);
    const room = await roomForOneMore(read, { accountId, prefix, id, atMost: UPLOADS_AT_MOST, what: "uploads" });
    return {
      checks: [account, ...room.checks],
      mutations: [...changeOfUpload(null, record), ...room.mutations],
      result: uploadOf(record),
    };
  });
}

interface UploadPlace {
  readonly accountId: AccountId;
  readonly uploadId: string;
}

async function finishUpload(
  context: ContentContext & { readonly planLimits: PlanLimits },
  { accountId, uploadId }: UploadPlace,
  { file, history }: { readonly file: Omit<UploadedFile, "storedBytes">; readonly history: Uint8Array<ArrayBuffer> },
): Promise<Upload> {
  const { planLimits, clock } = context;
  while (true) {
    const written = await writeInputs(context, accountId, history);
    const finished = await unlessRefused(context, written, () =>
      transaction<Upload | null>(context, async (read) => {
        const entry = await readUpload(read, accountId, uploadId);
        refuseSecondFile(entry.value);
        const adopted = await adoptInputs(read, written);
        if (adopted === null) return { checks: [], mutations: [], result: null };
        const counted = await countBytesWithinPlan(read, { accountId, bytes: adopted.bytes, planLimits });
        const after: UploadRecord = {
          ...entry.value,
          status: "ready",
          expiresAt: clock.now() + UPLOAD_KEPT_MS,
          file: { ...file, storedBytes: history.length },
          history: written.digest,
        };
        return {
          checks: [entry, ...adopted.checks, ...counted.checks],
          mutations: [...changeOfUpload(entry.value, after), ...adopted.mutations, ...counted.mutations],
          result: uploadOf(after),
        };
      }));
    if (finished !== null) return finished;
  }
}

/**
 * Runs an action that adopts a written history. If the action is refused, deletes the chunks of the history at once; an
 * object in the bucket is left to the sweep.
 */
async function unlessRefused<Result>(
  context: StoreContext,
  { set }: WrittenInputs,
  adopt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await adopt();
  } catch (error) {
    // Whatever cannot be deleted now, the sweep deletes an hour later.
    if (set !== null && !isObjectContent(set) && error instanceof DomainError) {
      await Promise.allSettled([discardChunks(context, set)]);
    }
    throw error;
  }
}

async function refuseUpload(
  context: StoreContext,
  { accountId, uploadId }: UploadPlace,
  refusal: string,
): Promise<Upload> {
  return await transaction(context, async (read) => {
    const entry = await readUpload(read, accountId, uploadId);
    refuseSecondFile(entry.value);
    const expiresAt = context.clock.now() + FAILED_UPLOAD_KEPT_MS;
    const after: UploadRecord = { ...entry.value, status: "refused", expiresAt, refusal };
    return { checks: [entry], mutations: changeOfUpload(entry.value, after), result: uploadOf(after) };
  });
}

async function deleteUpload(context: StoreContext, { accountId, uploadId }: UploadPlace): Promise<void> {
  await transaction(context, async (read) => {
    const entry = await readUpload(read, accountId, uploadId);
    return { ...await deletionOf(context, read, entry), result: undefined };
  });
}

async function deletionOf(
  context: StoreContext,
  read: Reader,
  entry: Deno.KvEntry<UploadRecord>,
): Promise<Entries> {
  const { accountId, history } = entry.value;
  const released: HeldEntries = history === null
    ? { checks: [], mutations: [], bytes: 0 }
    : await releaseInputs(context, read, { accountId, digest: history });
  const counted = await countStoredBytes(read, accountId, released.bytes);
  return {
    checks: [entry, ...released.checks, ...counted.checks],
    mutations: [...changeOfUpload(entry.value, null), ...released.mutations, ...counted.mutations],
  };
}

async function sweepUploads(context: StoreContext, signal?: AbortSignal): Promise<number> {
  const { kv, clock } = context, steps = new IndependentSteps(signal);
  const over = { prefix: keys.uploadEnds, end: keys.uploadEndsBefore(clock.now() + 1) };
  for (const { key } of await Array.fromAsync(kv.list({ ...over }))) {
    await steps.take(() => sweepUpload(context, key));
  }
  return steps.finish();
}

/** Deletes the upload of an index entry, unless a run has used it meanwhile, and returns how many were deleted. */
async function sweepUpload(context: StoreContext, key: Deno.KvKey): Promise<number> {
  const accountId = accountIdOf(String(key.at(-2))), uploadId = String(key.at(-1));
  return await transaction(context, async (read) => {
    const entry = await read.get<UploadRecord>(keys.upload(accountId, uploadId));
    if (entry.value === null) return { checks: [entry], mutations: [remove(key)], result: 0 };
    if (sweptFrom(entry.value) > context.clock.now()) return { checks: [], mutations: [], result: 0 };
    return { ...await deletionOf(context, read, entry), result: 1 };
  });
}

/** Returns the mutations for a change of an upload: its record and its index entry. Null is no upload. */
function changeOfUpload(before: UploadRecord | null, after: UploadRecord | null): readonly Deno.KvMutation[] {
  return [
    ...before === null ? [] : [remove(outerKeyOfUpload(before))],
    ...before !== null && after === null ? [remove(keys.upload(before.accountId, before.id))] : [],
    ...after === null ? [] : [put(keys.upload(after.accountId, after.id), after), put(outerKeyOfUpload(after), true)],
  ];
}

async function readUpload(read: Reader, accountId: AccountId, uploadId: string): Promise<Deno.KvEntry<UploadRecord>> {
  const entry = await read.get<UploadRecord>(keys.upload(accountId, uploadId));
  if (entry.value === null) throw new DomainError("not_found", `Cannot find upload "${uploadId}"`);
  return entry;
}

function uploadOf({ history: _, ...upload }: UploadRecord): Upload {
  return upload;
}

function refuseSecondFile({ id, status }: UploadRecord): void {
  if (status === "pending") return;
  const why = status === "ready" ? "it has its file" : "its file was refused";
  throw new DomainError("upload_already_sent", `Cannot take a file for upload "${id}": ${why}; make another upload`);
}

/** Passes pieces on and adds them to a digest. */
async function* hashed(
  pieces: AsyncIterable<Uint8Array>,
  hash: { update(piece: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
