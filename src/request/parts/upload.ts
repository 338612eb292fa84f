import { DomainError, jsonPointer } from "../../domain/errors.ts";
import { UPLOAD_KINDS, type UploadKind } from "../../domain/upload.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { isObject } from "../../faults/json_object.ts";
import { shown } from "../../faults/schema_faults.ts";

/** Type of the place in a request body at which a history is given by the id of an upload. */
export interface NamedUpload {
  /** Field of the request body that the upload is for. */
  readonly field: UploadKind;
  readonly uploadId: string;
  /** JSON Pointer of the id. */
  readonly pointer: string;
}

/**
 * Type of the history of an upload as it is stored, with the field that it is for. It is in an object of its own, so
 * that the bytes are transferred to a worker.
 */
export interface UploadedBytes {
  readonly kind: UploadKind;
  readonly history: Uint8Array<ArrayBuffer>;
}

/**
 * Type of a function that returns the stored history of a ready upload of the account; null if there is none with this
 * id.
 */
export type UploadSource = (uploadId: string) => Promise<UploadedBytes | null>;

/** Returns the upload that a request body names in place of a history; null if it names none. */
export function uploadNamedIn(body: unknown): NamedUpload | null {
  if (!isObject(body)) return null;
  for (const field of UPLOAD_KINDS) {
    const sent = body[field];
    if (isUploadForm(sent) && typeof sent.upload === "string") {
      return { field, uploadId: sent.upload, pointer: `/${field}/upload` };
    }
  }
  return null;
}

/** Whether the value of `prices` or `returns` names an upload and is no history itself. */
export function isUploadForm(sent: unknown): sent is Readonly<Record<string, unknown>> {
  return isObject(sent) && Object.hasOwn(sent, "upload");
}

/** Adds a fault for each part of a field that names an upload and has another form than `{upload}`. */
export function checkUploadForm(field: UploadKind, sent: Readonly<Record<string, unknown>>, faults: FaultList): void {
  const { upload, ...others } = sent;
  if (typeof upload !== "string") {
    faults.add(`/${field}/upload`, `Cannot take ${shown(upload)} for "upload": the id of an upload is needed`);
  }
  for (const name of Object.keys(others)) {
    faults.add(`/${field}${jsonPointer(name)}`, `Cannot take "${name}" beside "upload": the upload has the history`);
  }
}

/**
 * Checks that an upload was found and is for the field that names it. Throws `validation_failed` with the pointer of
 * the id. An upload that does not exist, belongs to another account or has no readable file gets the same sentence.
 */
export function checkFoundUpload(
  { field, uploadId, pointer }: NamedUpload,
  found: UploadedBytes | "absent" | "not here",
): UploadedBytes {
  if (found === "not here") {
    throw refusal(pointer, "Cannot use an upload in a local run: read the file itself with --prices or --returns");
  }
  if (found === "absent") {
    const advice = "send the id of an upload of the account whose status is ready";
    throw refusal(pointer, `Cannot find upload ${shown(uploadId)} with a file: ${advice}`);
  }
  if (found.kind === field) return found;
  throw refusal(pointer, `Cannot use upload "${uploadId}" for "${field}": it was made for ${found.kind}`);
}

function refusal(pointer: string, detail: string): DomainError {
  return new DomainError("validation_failed", detail, { faults: [{ pointer, detail }] });
}
