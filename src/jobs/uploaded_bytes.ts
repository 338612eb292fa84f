import type { RequestSources } from "../request/ask_market.ts";
import { checkFoundUpload, type NamedUpload } from "../request/parts/upload.ts";

/**
 * Reads the stored history of an upload that a request names, as a worker takes it. Throws `validation_failed` if it
 * cannot be used, for example because it was deleted meanwhile.
 */
export async function uploadedBytes(
  named: NamedUpload,
  { uploads }: Pick<RequestSources, "uploads">,
): Promise<Uint8Array<ArrayBuffer>> {
  return checkFoundUpload(named, await uploads?.(named.uploadId) ?? "absent").history;
}
