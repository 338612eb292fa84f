import { type Instant, MINUTE_MS } from "./instant.ts";

/** Milliseconds for which a download link to an artifact works. */
export const DOWNLOAD_LINK_MS = 15 * MINUTE_MS;

/** Name of the file of a run that holds its covariance matrix. */
export const COVARIANCE_FILE = "covariance.bin";
/**
 * Largest number of assets whose covariance matrix is in the result of a run itself, unless the request asks for it.
 */
export const ASSETS_INSIDE = 200;

/** Type of a file that a job produces, with its bytes. */
export interface Artifact {
  /** Path of the file, unique within the job, for example `charts/weights.svg`. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Type of the description of a stored file of a job (name, media type, size and digest), without its bytes. */
export interface StoredArtifact {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** SHA-256 digest of the file's bytes in lower-case hexadecimal. */
  readonly sha256: string;
  readonly createdAt: Instant;
}

/** Whether files of this media type are texts that compression makes much shorter: JSON, CSV and SVG. */
export function isCompressible(mediaType: string): boolean {
  return /^(application\/json|text\/csv|image\/svg\+xml)\b/.test(mediaType);
}

/** Type of a range of bytes in a file: from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
