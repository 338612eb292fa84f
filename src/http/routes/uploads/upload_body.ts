import { z } from "zod";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { type Instant, isoTimestamp } from "../../../domain/instant.ts";
import { statusOf, type Upload, UPLOAD_FORMATS, UPLOAD_KINDS, UPLOAD_STATUSES } from "../../../domain/upload.ts";

const shape = {
  upload_id: z.string(),
  name: z.string().nullable(),
  kind: z.enum(UPLOAD_KINDS).meta({ description: "Field of a run that may name the upload" }),
  format: z.enum(UPLOAD_FORMATS),
  status: z.enum(UPLOAD_STATUSES).meta({
    description:
      "`pending` until the file came; `ready` for runs; `refused` if the file cannot be read; `expired` if " +
      "the link ended before a file came",
  }),
  bytes: z.int().nullable().meta({ description: "Bytes of the file, or as many as were announced for it" }),
  sha256: z.string().nullable().meta({ description: "Digest of the file as it arrived, in hexadecimal" }),
  stored_bytes: z.int().meta({ description: "Bytes that the upload counts of the plan's storage" }),
  assets: z.int().nullable(),
  rows: z.int().nullable(),
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
  detail: z.string().nullable().meta({ description: "Why the file was refused" }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().meta({
    description:
      "When the link of a pending upload ends, or when any other upload is deleted. A ready upload is kept " +
      "for 7 days after its file came and after each run that names it",
  }),
};

export const uploadBody = z.strictObject(shape).meta({ id: "Upload" });

export const newUploadBody = z.strictObject({
  ...shape,
  url: z.url().meta({ description: "Link for one PUT of the file, without any other credential" }),
  max_bytes: z.int().meta({ description: "Largest file that the link takes" }),
}).meta({ id: "NewUpload" });

/** Returns the JSON body that shows an upload at a time. */
export function presentUpload(upload: Upload, now: Instant): DeepReadonly<z.input<typeof uploadBody>> {
  const { id, name, kind, format, announcedBytes, file, refusal, createdAt, expiresAt } = upload;
  return {
    upload_id: id,
    name,
    kind,
    format,
    status: statusOf(upload, now),
    bytes: file?.bytes ?? announcedBytes,
    sha256: file?.sha256 ?? null,
    stored_bytes: file?.storedBytes ?? 0,
    assets: file?.assets ?? null,
    rows: file?.rows ?? null,
    start_date: file?.firstDay ?? null,
    end_date: file?.lastDay ?? null,
    detail: refusal,
    created_at: isoTimestamp(createdAt),
    expires_at: isoTimestamp(expiresAt),
  };
}
