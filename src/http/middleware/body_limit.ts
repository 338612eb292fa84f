import { DomainError } from "../../domain/errors.ts";

/** Bytes of the largest body that is read. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The bytes of a request's body, counted as they arrive; throws `body_too_large` as soon as there are too many. */
export async function readBody(request: Request, maxBytes: number = MAX_BODY_BYTES): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError("body_too_large", `Cannot take a body of more than ${maxBytes / 1024 / 1024} MiB`);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
