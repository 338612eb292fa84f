import { type Instant, MINUTE_MS } from "./instant.ts";

/** How long a link to an artifact opens it. */
export const DOWNLOAD_LINK_MS = 15 * MINUTE_MS;

/** A file that belongs to a job: what is stored. */
export interface Artifact {
  /** Unique within the job, with its folder: `charts/weights.svg`. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** What is known of a stored artifact without reading its bytes. */
export interface StoredArtifact {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Of the bytes, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly createdAt: Instant;
}

/** Bytes from `start` on, `end` not included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
