import type { Artifact, ByteRange } from "../domain/artifact.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { ChunkSet } from "./chunks.ts";
import type { Change, Reader } from "./transaction.ts";

/** Where the bytes of artifacts that were written together lie: a record keeps this in their place. */
export type ArtifactLocation =
  | { readonly kind: "chunks"; readonly set: ChunkSet }
  | { readonly kind: "objects"; readonly set: ObjectSet };

/** Objects of a bucket under one folder. */
export interface ObjectSet {
  readonly id: string;
  readonly accountId: AccountId;
}

/** One artifact among those written together. */
export interface ArtifactPlace {
  readonly name: string;
  /** Bytes of those before it. */
  readonly offset: number;
}

/** What an operation on a record has to check and to write besides. */
export type Entries = Pick<Change<unknown>, "checks" | "mutations">;

/**
 * Keeps the bytes of artifacts. They are written before the record that points at them; until it adopts them, and once
 * it released them, they are orphans, which a sweep deletes after an hour. Nothing is ever written over.
 */
export interface ArtifactStore<Location extends ArtifactLocation = ArtifactLocation> {
  /** Throws `not_found` without the account, and an `Error` where the bytes cannot be written. */
  write(accountId: AccountId, artifacts: readonly Artifact[]): Promise<Location>;
  /**
   * For the operation that writes the record: from then on the bytes are no orphans. Throws where the sweep came first.
   */
  adopt(read: Reader, location: Location): Promise<Entries>;
  /** For the operation that deletes the record. */
  release(location: Location): Deno.KvMutation;
  /** The bytes of a range of one artifact, opened when the first is asked for; errors where they are gone. */
  stream(location: Location, place: ArtifactPlace, range: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Deletes orphans; the number of entries or objects. */
  sweep(signal?: AbortSignal): Promise<number>;
  /** Deletes what an ended account had, beside its entries in the KV; the number of objects. */
  deleteAccount(accountId: AccountId, signal?: AbortSignal): Promise<number>;
}
