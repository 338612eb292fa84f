import type { Artifact, ByteRange } from "../domain/artifact.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { ChunkSet } from "./chunks.ts";
import type { Change, Reader } from "./transaction.ts";

/**
 * Where the bytes of a group of artifacts (files of a job) are stored: in KV chunks or in bucket objects. Records hold
 * this location instead of the bytes.
 */
export type ArtifactLocation =
  | { readonly kind: "chunks"; readonly set: ChunkSet }
  | { readonly kind: "objects"; readonly set: ObjectSet };

/** Type of a location of artifact bytes: a set of objects under one folder of a bucket. */
export interface ObjectSet {
  readonly id: string;
  readonly accountId: AccountId;
}

/** Name and byte position of one artifact within a group that was written together. */
export interface ArtifactPlace {
  readonly name: string;
  /** Total number of bytes of the artifacts before this artifact in the group that was written together. */
  readonly offset: number;
}

/** Checks and mutations that an operation has to add when it adopts stored bytes. */
export type Entries = Pick<Change<unknown>, "checks" | "mutations">;

/**
 * Stores the bytes of artifacts. The bytes are written before the record that refers to them. Bytes that no record has
 * adopted, or that a record has released, are orphans; a sweep deletes orphans after one hour. Stored bytes are never
 * overwritten.
 */
export interface ArtifactStore<Location extends ArtifactLocation = ArtifactLocation> {
  /**
   * Writes the bytes of artifacts and returns their location. Throws `not_found` if the account does not exist, and an
   * `Error` if the bytes cannot be written.
   */
  write(accountId: AccountId, artifacts: readonly Artifact[]): Promise<Location>;
  /**
   * Returns the checks and mutations that make stored bytes belong to a record, for the operation that writes the
   * record. Throws if the sweep has already deleted the bytes.
   */
  adopt(read: Reader, location: Location): Promise<Entries>;
  /** Returns the mutation that makes stored bytes orphans again, for the operation that deletes their record. */
  release(location: Location): Deno.KvMutation;
  /**
   * Streams a byte range of one artifact, which is opened at the first read; the stream fails if the bytes were
   * deleted.
   */
  stream(location: Location, place: ArtifactPlace, range: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Deletes bytes that have been orphans for an hour, and returns the number of deleted entries or objects. */
  sweep(signal?: AbortSignal): Promise<number>;
  /** Deletes the artifact bytes of a deleted account that lie outside KV, and returns the number of deleted objects. */
  deleteAccount(accountId: AccountId, signal?: AbortSignal): Promise<number>;
}

/**
 * Type of a store that keeps the bytes of artifacts as objects in a bucket. `artifactRepository` still reads from KV
 * the artifacts that were written to KV.
 */
export type ObjectArtifactStore = ArtifactStore<Extract<ArtifactLocation, { kind: "objects" }>>;
