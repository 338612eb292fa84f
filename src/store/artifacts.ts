import { type Artifact, type ByteRange, isCompressible, type StoredArtifact } from "../domain/artifact.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { nextTurn } from "../runtime/next_turn.ts";
import type { ArtifactLocation, ArtifactPlace, Entries, ObjectArtifactStore, ObjectSet } from "./artifact_store.ts";
import { chunkedArtifactStore } from "./artifacts_kv.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { digestOf } from "./object_content.ts";
import { noteDashboardChange } from "./dashboard/changes.ts";
import { markUnadopted } from "./object_markers.ts";
import { type PackedFile, packedFile, type PackedForm, unpacked } from "./packed_file.ts";
import { bytesOfArtifacts, type HeldEntries } from "./stored_bytes.ts";
import { put, type Reader, remove } from "./transaction.ts";

/** Type of a set of artifacts of one job that were written together. */
export interface ArtifactSet {
  readonly id: string;
  readonly accountId: AccountId;
  readonly jobId: JobId;
  readonly location: ArtifactLocation;
  /** Artifacts that were written together for one job, in the order in which they were written. */
  readonly artifacts: readonly HeldArtifact[];
}

/** Type of a stored artifact as its record describes it, with the form in which its bytes are stored. */
interface HeldArtifact extends StoredArtifact {
  /** Absent for an artifact that is stored as it is, as all were in earlier versions of the service. */
  readonly packed?: PackedForm;
}

/** Type of a stored artifact with methods that read its bytes. */
export interface ReadableArtifact extends StoredArtifact {
  /** Streams all bytes of the artifact, or a byte range; the artifact is opened at the first read. */
  stream(range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The artifact compressed by gzip, as it is stored; null for an artifact that is stored as it is. */
  readonly gzip: GzippedArtifact | null;
}

/** An artifact in the form of gzip: the number of its compressed bytes, and a stream of them. */
export interface GzippedArtifact {
  readonly bytes: number;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Repository of the artifacts (files) of jobs. A stored artifact never changes. */
export interface ArtifactRepository {
  /**
   * Writes the bytes of artifacts, which at first belong to no job. `adopt` gives them to the job; the sweep deletes
   * bytes that no job has adopted within an hour. Throws `not_found` if the account does not exist.
   */
  write(accountId: AccountId, jobId: JobId, artifacts: readonly Artifact[]): Promise<ArtifactSet>;
  /**
   * Returns the checks and mutations that give the artifacts to their job, for the operation that marks the job
   * succeeded: one check and four mutations. Throws if the sweep has already deleted the bytes.
   */
  adopt(read: Reader, set: ArtifactSet): Promise<HeldEntries>;
  /**
   * Returns the checks and mutations that remove every artifact of a job, for the operation that deletes the job: two
   * mutations per set of artifacts, and two more. The operation must check the job's record, because every new set of
   * artifacts changes this record.
   */
  release(read: Reader, accountId: AccountId, jobId: JobId): Promise<HeldEntries>;
  /** Lists the artifacts of a job in the order in which they were written; empty if the job does not exist. */
  list(accountId: AccountId, jobId: JobId): Promise<readonly StoredArtifact[]>;
  /** Finds an artifact of a job by name; null if the job has no artifact with this name. */
  find(accountId: AccountId, jobId: JobId, name: string): Promise<ReadableArtifact | null>;
  /**
   * Deletes bucket objects that no job has adopted for an hour, and returns their number. Orphaned KV chunks of
   * artifacts are deleted by the sweep of all chunks.
   */
  sweep(signal?: AbortSignal): Promise<number>;
  /**
   * Returns the mutations that mark bucket objects of a deleted account as orphans, so that a process with access to
   * the bucket can delete them. Empty if this process can delete them with `deleteAccount`.
   */
  letGo(set: ObjectSet): readonly Deno.KvMutation[];
  /** Deletes the bucket objects of a deleted account. */
  deleteAccount(accountId: AccountId, signal?: AbortSignal): Promise<number>;
}

/** Creates the repository of artifacts: records in KV, bytes in KV chunks or, if `objects` is given, in a bucket. */
export function artifactRepository(context: StoreContext, objects: ObjectArtifactStore | null): ArtifactRepository {
  const chunks = chunkedArtifactStore(context);
  const needObjects = (): ObjectArtifactStore => {
    if (objects === null) throw new Error("Cannot reach artifacts in a bucket: ARTIFACTS_URL is not set");
    return objects;
  };
  const adopt = (read: Reader, location: ArtifactLocation): Promise<Entries> =>
    location.kind === "chunks" ? chunks.adopt(read, location) : needObjects().adopt(read, location);
  const release = (location: ArtifactLocation): Deno.KvMutation =>
    location.kind === "chunks" ? chunks.release(location) : markUnadopted(context, location.set);
  const stream = (
    location: ArtifactLocation,
    place: ArtifactPlace,
    range: ByteRange,
  ): ReadableStream<Uint8Array<ArrayBuffer>> =>
    location.kind === "chunks" ? chunks.stream(location, place, range) : needObjects().stream(location, place, range);
  return {
    async write(accountId, jobId, artifacts) {
      const files = await packedInTurns(artifacts);
      const location = await (objects ?? chunks).write(accountId, files.map(bytesToStore));
      const createdAt = context.clock.now();
      return {
        id: context.random.ulid(),
        accountId,
        jobId,
        location,
        artifacts: files.map((file) => heldArtifact(file, createdAt)),
      };
    },
    async adopt(read, set) {
      const { checks, mutations } = await adopt(read, set.location);
      return {
        checks,
        mutations: [
          ...mutations,
          put(keys.artifactSet(set.accountId, set.jobId, set.id), set),
          ...noteDashboardChange({ accountId: set.accountId, id: set.jobId }),
        ],
        bytes: bytesOfArtifacts(set),
      };
    },
    async release(read, accountId, jobId) {
      const sets = await setsOf(read, accountId, jobId);
      return {
        checks: [],
        mutations: [
          ...sets.flatMap(({ key, value }) => [remove(key), release(value.location)]),
          ...sets.length === 0 ? [] : noteDashboardChange({ accountId, id: jobId }),
        ],
        bytes: -sets.reduce((sum, { value }) => sum + bytesOfArtifacts(value), 0),
      };
    },
    async list(accountId, jobId) {
      const sets = await setsOf(context.kv, accountId, jobId);
      return sets.flatMap(({ value }) => value.artifacts.map(({ packed: _form, ...artifact }) => artifact));
    },
    async find(accountId, jobId, name) {
      for (const { value: { artifacts, location } } of await setsOf(context.kv, accountId, jobId)) {
        const index = artifacts.findIndex((artifact) => artifact.name === name);
        const found = artifacts[index];
        if (found === undefined) continue;
        const offset = artifacts.slice(0, index).reduce((sum, before) => sum + storedFile(before).bytes, 0);
        const place = { name: storedFile(found).name, offset };
        return readable(found, (range) => stream(location, place, range));
      }
      return null;
    },
    async sweep(signal) {
      return await objects?.sweep(signal) ?? 0;
    },
    letGo: (set) => objects === null ? [markUnadopted(context, set)] : [],
    async deleteAccount(accountId, signal) {
      return await objects?.deleteAccount(accountId, signal) ?? 0;
    },
  };
}

/** Number of bytes of small files that are compressed in one turn of the event loop. */
const TURN_BYTES = 64 * 1_024;

async function packedInTurns(artifacts: readonly Artifact[]): Promise<readonly FileToWrite[]> {
  const files: FileToWrite[] = [];
  let bytes = 0;
  for (const artifact of artifacts) {
    files.push({ artifact, packed: isCompressible(artifact.mediaType) ? await packedFile(artifact.content) : null });
    bytes += artifact.content.length;
    if (bytes < TURN_BYTES) continue;
    await nextTurn();
    bytes = 0;
  }
  return files;
}

/** An artifact that is to be written, with its compressed form if it is stored compressed. */
interface FileToWrite {
  readonly artifact: Artifact;
  readonly packed: PackedFile | null;
}

function bytesToStore({ artifact, packed }: FileToWrite): Artifact {
  if (packed === null) return artifact;
  return { name: packedName(artifact.name), mediaType: "application/gzip", content: packed.content };
}

function packedName(name: string): string {
  return `${name}.gz`;
}

/** Returns what the store holds for an artifact: the name, the length and the digest of the stored bytes. */
export function storedFile(
  { name, bytes, sha256, packed }: Pick<HeldArtifact, "name" | "bytes" | "sha256" | "packed">,
): Pick<StoredArtifact, "name" | "bytes" | "sha256"> {
  return packed === undefined
    ? { name, bytes, sha256 }
    : { name: packedName(name), bytes: packed.bytes, sha256: packed.sha256 };
}

function heldArtifact(
  { artifact: { name, mediaType, content }, packed }: FileToWrite,
  createdAt: number,
): HeldArtifact {
  const form = packed === null ? {} : { packed: packed.form };
  return { name, mediaType, bytes: content.length, sha256: digestOf(content), createdAt, ...form };
}

/** Returns an artifact that is read by `read`, which streams a range of its stored bytes. */
function readable(
  { packed: form, ...artifact }: HeldArtifact,
  read: (range: ByteRange) => ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableArtifact {
  const { bytes } = artifact, whole = { start: 0, end: bytes };
  if (form === undefined) return { ...artifact, stream: (range = whole) => read(range), gzip: null };
  return {
    ...artifact,
    stream: (range = whole) => unpacked({ form, bytes, read }, range),
    gzip: { bytes: form.bytes, stream: () => read({ start: 0, end: form.bytes }) },
  };
}

async function setsOf(
  read: Reader,
  accountId: AccountId,
  jobId: JobId,
): Promise<readonly Deno.KvEntry<ArtifactSet>[]> {
  return await Array.fromAsync(read.list<ArtifactSet>({ prefix: keys.artifactSets(accountId, jobId) }));
}
