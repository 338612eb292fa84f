import type { AccountId } from "./identifier.ts";
import { DAY_MS, HOUR_MS, type Instant } from "./instant.ts";

/** Largest number of uploads that an account has at a time, those without a file included. */
export const UPLOADS_AT_MOST = 20;

/** Largest file that an upload takes, in bytes. */
export const UPLOAD_BYTES_AT_MOST = 256 * 1024 * 1024;

/** Milliseconds for which the link of an upload takes a file. */
export const UPLOAD_LINK_MS = HOUR_MS;

/** Milliseconds for which an upload without a usable file is still shown. */
export const FAILED_UPLOAD_KEPT_MS = DAY_MS;

/** Milliseconds for which an upload is kept after its file came or after the latest run named it. */
export const UPLOAD_KEPT_MS = 7 * DAY_MS;

/** Fields of a run's request whose history may come from an upload. */
export const UPLOAD_KINDS = ["prices", "returns"] as const;
export type UploadKind = typeof UPLOAD_KINDS[number];

/** Formats of uploaded files: text of rows and columns, and the stream or file format of Apache Arrow. */
export const UPLOAD_FORMATS = ["csv", "arrow"] as const;
export type UploadFormat = typeof UPLOAD_FORMATS[number];

/** What the owner says about a file before it is sent. */
export interface UploadDraft {
  readonly name: string | null;
  readonly kind: UploadKind;
  readonly format: UploadFormat;
  /** Number of bytes that the file will have; null if the owner does not say. */
  readonly announcedBytes: number | null;
}

/** What the file of an upload was found to hold. */
export interface UploadedFile {
  /** Number of bytes of the file as it was sent, and their SHA-256 digest in lower-case hexadecimal. */
  readonly bytes: number;
  readonly sha256: string;
  readonly assets: number;
  readonly rows: number;
  readonly firstDay: string;
  readonly lastDay: string;
  /** Number of bytes of the history that was read from the file, by which it counts as storage. */
  readonly storedBytes: number;
}

/** Type of an upload: a place for one file with a history of prices or returns, which runs of the account may name. */
export interface Upload extends UploadDraft {
  /** Id of the upload, `upl_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  /**
   * `pending` until the file came, then `ready`, or `refused` if the file cannot be read. A link that ended without a
   * file leaves the upload `pending`, which `statusOf` calls `expired`.
   */
  readonly status: "pending" | "ready" | "refused";
  /** Time at which the link ends, or from which on the sweep deletes an upload that got its file. */
  readonly expiresAt: Instant;
  readonly file: UploadedFile | null;
  /** Sentence that says why the file was refused; null for every other upload. */
  readonly refusal: string | null;
}

export const UPLOAD_STATUSES = ["pending", "ready", "refused", "expired"] as const;
export type UploadStatus = typeof UPLOAD_STATUSES[number];

/** Returns the status of an upload at a time. */
export function statusOf({ status, expiresAt }: Pick<Upload, "status" | "expiresAt">, now: Instant): UploadStatus {
  return status === "pending" && now >= expiresAt ? "expired" : status;
}

/** Returns the time from which on the sweep deletes an upload. */
export function sweptFrom({ status, expiresAt }: Pick<Upload, "status" | "expiresAt">): Instant {
  return status === "pending" ? expiresAt + FAILED_UPLOAD_KEPT_MS : expiresAt;
}
