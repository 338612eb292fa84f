import { createHash } from "node:crypto";
import type { Artifact, ByteRange, StoredArtifact } from "../domain/artifact.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { ArtifactLocation, ArtifactPlace, ArtifactStore, Entries } from "./artifact_store.ts";
import { chunkedArtifactStore } from "./artifacts_kv.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { noteDashboardChange } from "./note_dashboard_change.ts";
import { markUnadopted } from "./object_markers.ts";
import { bytesOfArtifacts, type HeldEntries } from "./stored_bytes.ts";
import { put, type Reader, remove } from "./transaction.ts";

/** The artifacts of a job that were written together. */
export interface ArtifactSet {
  readonly id: string;
  readonly accountId: AccountId;
  readonly jobId: JobId;
  readonly location: ArtifactLocation;
  /** In the order in which they were given. */
  readonly artifacts: readonly StoredArtifact[];
}

/** An artifact that can be read. */
export interface ReadableArtifact extends StoredArtifact {
  /** All of it, or a range within it; opened when the first byte is asked for. */
  stream(range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The files of jobs; once a job has one it never changes. */
export interface ArtifactRepository {
  /**
   * Writes the bytes of artifacts, which no job has yet: `adopt` gives them to it, and the sweep deletes after an hour
   * what no job got. Throws `not_found` without the account.
   */
  write(accountId: AccountId, jobId: JobId, artifacts: readonly Artifact[]): Promise<ArtifactSet>;
  /** For the operation that makes the job succeed; one check and four mutations. Throws where the sweep came first. */
  adopt(read: Reader, set: ArtifactSet): Promise<HeldEntries>;
  /**
   * For the operation that deletes the job and checks its record, with which alone sets come to it: no artifact of it
   * is found from then on; two mutations a set and two more.
   */
  release(read: Reader, accountId: AccountId, jobId: JobId): Promise<HeldEntries>;
  /** Those of a job in the order in which they were written; none without the job. */
  list(accountId: AccountId, jobId: JobId): Promise<readonly StoredArtifact[]>;
  /** Null where the job has none of this name. */
  find(accountId: AccountId, jobId: JobId, name: string): Promise<ReadableArtifact | null>;
  /** Deletes the bytes that no job has in the store of objects; those in KV are swept with its other chunks. */
  sweep(signal?: AbortSignal): Promise<number>;
  /**
   * For the operation that deletes the record of a set behind an ended account: what a process that knows the bucket
   * finds the objects by. Nothing where `deleteAccount` deletes them.
   */
  letGo(set: ArtifactSet): readonly Deno.KvMutation[];
  /** Deletes the bytes of an ended account in the store of objects. */
  deleteAccount(accountId: AccountId, signal?: AbortSignal): Promise<number>;
}

/** Where new artifacts are written if not in KV. What was written elsewhere before is still read there. */
export type ObjectArtifactStore = ArtifactStore<Extract<ArtifactLocation, { kind: "objects" }>>;

/** The artifacts over one KV, their bytes in chunks of it or in a store of objects. */
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
      const location = await (objects ?? chunks).write(accountId, artifacts);
      const createdAt = context.clock.now();
      return {
        id: context.random.ulid(),
        accountId,
        jobId,
        location,
        artifacts: artifacts.map((artifact) => storedArtifact(artifact, createdAt)),
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
      return (await setsOf(context.kv, accountId, jobId)).flatMap(({ value }) => value.artifacts);
    },
    async find(accountId, jobId, name) {
      for (const { value: { artifacts, location } } of await setsOf(context.kv, accountId, jobId)) {
        const index = artifacts.findIndex((artifact) => artifact.name === name);
        if (index < 0) continue;
        const found = artifacts[index];
        const offset = artifacts.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0);
        const whole = { start: 0, end: found.bytes };
        return { ...found, stream: (range = whole) => stream(location, { name, offset }, range) };
      }
      return null;
    },
    async sweep(signal) {
      return await objects?.sweep(signal) ?? 0;
    },
    letGo: ({ location }) => location.kind === "objects" && objects === null ? [release(location)] : [],
    async deleteAccount(accountId, signal) {
      return await objects?.deleteAccount(accountId, signal) ?? 0;
    },
  };
}

function storedArtifact({ name, mediaType, content }: Artifact, createdAt: number): StoredArtifact {
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { name, mediaType, bytes: content.length, sha256, createdAt };
}

async function setsOf(
  read: Reader,
  accountId: AccountId,
  jobId: JobId,
): Promise<readonly Deno.KvEntry<ArtifactSet>[]> {
  return await Array.fromAsync(read.list<ArtifactSet>({ prefix: keys.artifactSets(accountId, jobId) }));
}
