import { DomainError } from "../../domain/errors.ts";

/** Bytes of the largest body that is read, where a contract asks for it: portfolios with their histories. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Bytes of the largest body where the contract says nothing else: forms of a few fields. */
export const DEFAULT_BODY_BYTES = 64 * 1024;

/**
 * Chunks of a body beside one for every so many bytes: a packet has a thousand bytes, and each chunk, however short,
 * keeps 64 KiB of the runtime until they are collected.
 */
const CHUNKS_AT_LEAST = 1_000;
const BYTES_PER_CHUNK = 256;

/**
 * The bytes of a request's body, counted as they arrive; throws `body_too_large` as soon as there are too many, or too
 * many chunks of them, `malformed_json` where the client breaks off.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  let bytes = new Uint8Array(Math.min(maxBytes, announced > 0 ? announced : FIRST_BYTES, FIRST_BYTES));
  let length = 0;
  let chunks = 0;
  for await (const chunk of whileSent(request.body)) {
    const end = length + chunk.length;
    if (end > maxBytes) throw tooLarge(maxBytes);
    if (isCutTooSmall({ chunks: ++chunks, bytes: end })) throw tooManyChunks(chunks);
    if (end > bytes.length) bytes = grown(bytes, Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
    bytes.set(chunk, length);
    length = end;
  }
  return bytes.subarray(0, length);
}

/** Of the buffer that grows by doubling: what is announced is not there yet. */
const FIRST_BYTES = 64 * 1024;

/** Whether so many bytes came in more chunks than anybody sends who means them to arrive. */
export function isCutTooSmall({ chunks, bytes }: { readonly chunks: number; readonly bytes: number }): boolean {
  return chunks > CHUNKS_AT_LEAST + bytes / BYTES_PER_CHUNK;
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
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

function tooManyChunks(chunks: number): DomainError {
  const detail = `Cannot take a body in ${chunks} chunks of so few bytes: send larger ones`;
  return new DomainError("body_too_large", detail);
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
