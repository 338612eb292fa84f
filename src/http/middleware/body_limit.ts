import { DomainError } from "../../domain/errors.ts";

/** Bytes of the largest body that is read, where a contract asks for it: portfolios with their histories. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Bytes of the largest body where the contract says nothing else: forms of a few fields. */
export const DEFAULT_BODY_BYTES = 64 * 1024;

/**
 * The bytes of a request's body, counted as they arrive; throws `body_too_large` as soon as there are too many,
 * `malformed_json` where the client breaks off.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of whileSent(request.body)) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

/** The chunks of a body; that its client goes away is a fault of the request and none of the service. */
async function* whileSent(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body.values({ preventCancel: true });
  } catch (error) {
    if (!BREAKS.some((kind) => error instanceof kind)) throw error;
    throw new DomainError("malformed_json", "Cannot read the body: it broke off");
  }
}

/** What the runtime throws where a connection or a stream of HTTP/2 ends within a body. */
const BREAKS = [
  Deno.errors.BadResource,
  Deno.errors.Interrupted,
  Deno.errors.ConnectionReset,
  Deno.errors.ConnectionAborted,
  Deno.errors.UnexpectedEof,
  Deno.errors.Http,
];

function tooLarge(maxBytes: number): DomainError {
  return new DomainError("body_too_large", `Cannot take a body of more than ${sizeText(maxBytes)}`);
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
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
