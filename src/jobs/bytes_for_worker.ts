import { uploadNamedIn } from "../request/parts/upload.ts";
import { UnreadBody } from "../request/unread_body.ts";

/**
 * Returns the bytes of a request body that a worker has to read: of a large body, and of one that names an upload,
 * whose history may be large. Returns null for a body that can be read on the thread that answers requests.
 */
export function bytesForWorker(body: unknown): Uint8Array<ArrayBuffer> | null {
  if (body instanceof UnreadBody) return body.bytes;
  return uploadNamedIn(body) === null ? null : new TextEncoder().encode(JSON.stringify(body));
}
