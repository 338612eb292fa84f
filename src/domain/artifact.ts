import { type Instant, MINUTE_MS } from "./instant.ts";

/** Milliseconds for which a download link to an artifact works. */
export const DOWNLOAD_LINK_MS = 15 * MINUTE_MS;

/** A file of a job, with its content. */
export interface Artifact {
  /** Name of the file with its folder, unique within the job, such as `charts/weights.svg`. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Facts about a stored file of a job, without its bytes. */
export interface StoredArtifact {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** SHA-256 digest of the file's bytes in lower-case hexadecimal. */
  readonly sha256: string;
  readonly createdAt: Instant;
}

/** A range of bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
