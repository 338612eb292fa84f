import { DomainError } from "../../domain/errors.ts";
import { systemStopwatch } from "../../runtime/clock.ts";
import { nextTurn } from "../../runtime/next_turn.ts";
import { CLIENT_DEADLINES, type ClientDeadlines } from "../client_deadlines.ts";
import { BodyReader } from "../body_reader.ts";
import type { BodyPlace } from "../large_body_places.ts";

/** Bytes of the largest body that is read, where a contract asks for it: portfolios with their histories. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Bytes of the largest body where the contract says nothing else: forms of a few fields. */
export const DEFAULT_BODY_BYTES = 64 * 1024;

/**
 * Chunks of a body beside one for every so many bytes: a packet has a thousand bytes, and each chunk, however short,
 * goes through the streams of the runtime by itself.
 */
const CHUNKS_AT_LEAST = 1_000;
const BYTES_PER_CHUNK = 256;

/** Of a body that takes longer than others may: 64 KiB a second. */
const SLOWEST_BYTES_PER_MS = 64;

export interface BodyOptions {
  readonly maxBytes: number;
  /** What to do about a larger body, for the end of the refusal; nothing if absent. */
  readonly tooLargeAdvice?: string | undefined;
  /** How long the body may take; as is good for a service if absent. */
  readonly deadlines?: ClientDeadlines | undefined;
  /** Looks at each chunk as it arrives; where it throws, no more is read. */
  readonly look?: (chunk: Uint8Array) => void;
  /** Taken where the body turns out to have more than 64 KiB; without one there is always room. */
  readonly place?: BodyPlace | undefined;
}

/**
 * The bytes of a request's body, counted as they arrive; throws `body_too_large` as soon as there are too many, or too
 * many chunks of them, `malformed_json` where the client breaks off or takes longer than the deadlines allow, and
 * `not_ready` where there is no place for it.
 */
export async function readBody(
  request: Request,
  { maxBytes, tooLargeAdvice, deadlines = CLIENT_DEADLINES, look, place }: BodyOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes, tooLargeAdvice);
  if (request.body === null) return new Uint8Array();
  // The runtime lets no body go beyond the length that it announces.
  const mostBytes = announced > 0 ? announced : maxBytes;
  let bytes = new Uint8Array(Math.min(mostBytes, FIRST_BYTES));
  let length = 0;
  let chunks = 0;
  let lengthAtTurn = 0;
  for await (const chunk of whileSent(request.body, { maxBytes, mostBytes, deadlines, lost: place?.lost })) {
    const end = length + chunk.length;
    if (end > maxBytes) throw tooLarge(maxBytes, tooLargeAdvice);
    if (isCutTooSmall({ chunks: ++chunks, bytes: end })) throw tooManyChunks(chunks);
    look?.(chunk);
    if (end > bytes.length) {
      const needed = Math.min(mostBytes, Math.max(end, 2 * bytes.length));
      // Who announces a length has room for all of it, or none from the start.
      place?.take(announced > 0 ? announced : needed);
      bytes = grown(bytes, needed);
    }
    bytes.set(chunk, length);
    length = end;
    if (length - lengthAtTurn < BYTES_PER_TURN) continue;
    lengthAtTurn = length;
    await nextTurn();
  }
  place?.arrived();
  return bytes.subarray(0, length);
}

/** Chunks that are there already are read without a turn of the event loop between them, as long as there are any. */
const BYTES_PER_TURN = 256 * 1024;

/** Of the buffer that grows by doubling: what is announced is not there yet. */
const FIRST_BYTES = 64 * 1024;

/** Whether so many bytes came in more chunks than anybody sends who means them to arrive, beside some at least. */
export function isCutTooSmall(
  { chunks, bytes }: { readonly chunks: number; readonly bytes: number },
  chunksAtLeast: number = CHUNKS_AT_LEAST,
): boolean {
  return chunks > chunksAtLeast + bytes / BYTES_PER_CHUNK;
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}

/**
 * The chunks of a body, each until the next; that its client goes away or sends nothing is a fault of the request, not
 * of the service.
 */
async function* whileSent(
  body: ReadableStream<Uint8Array>,
  { maxBytes, mostBytes, deadlines: { sendsWithinMs, sendsWholeWithinMs }, lost }: SentOptions,
): AsyncGenerator<Uint8Array> {
  const reader = new BodyReader(body, mostBytes);
  const wholeMs = sendsWholeWithinMs + maxBytes / SLOWEST_BYTES_PER_MS;
  const late = new LateBody({ sendsWithinMs, wholeMs });
  const ends = lost === undefined ? [late.refusal] : [late.refusal, lost];
  try {
    for (;;) {
      const chunk = await Promise.race([reader.read(), ...ends]);
      if (chunk === null) return;
      late.heard();
      yield chunk;
    }
  } catch (error) {
    if (!BREAKS.some((kind) => error instanceof kind)) throw error;
    throw new DomainError("malformed_json", "Cannot read the body: it broke off");
  } finally {
    late.stop();
    reader.release();
  }
}

interface SentOptions {
  readonly maxBytes: number;
  /** How many it has at most. */
  readonly mostBytes: number;
  readonly deadlines: ClientDeadlines;
  /** Rejects where the place of the body is lost. */
  readonly lost: Promise<never> | undefined;
}

/** Refuses a body that stands still or is never whole, by two timers however many chunks it has. */
class LateBody {
  readonly refusal: Promise<never>;
  readonly #refuse: (why: string) => void;
  readonly #sendsWithinMs: number;
  readonly #wholeTimer: ReturnType<typeof setTimeout>;
  #silenceTimer: ReturnType<typeof setTimeout>;
  #heardAt = systemStopwatch();

  constructor({ sendsWithinMs, wholeMs }: { readonly sendsWithinMs: number; readonly wholeMs: number }) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.refusal = promise;
    this.#refuse = (why) => reject(new DomainError("malformed_json", `Cannot read the body: ${why}`));
    this.#sendsWithinMs = sendsWithinMs;
    const notWhole = `it was not whole after ${Math.round(wholeMs / 1_000)} s`;
    this.#wholeTimer = setTimeout(() => this.#refuse(notWhole), wholeMs);
    this.#silenceTimer = setTimeout(() => this.#look(), sendsWithinMs);
  }

  heard(): void {
    this.#heardAt = systemStopwatch();
  }

  stop(): void {
    clearTimeout(this.#wholeTimer);
    clearTimeout(this.#silenceTimer);
  }

  #look(): void {
    const leftMs = this.#sendsWithinMs - (systemStopwatch() - this.#heardAt);
    if (leftMs <= 0) this.#refuse(`no byte of it came for ${this.#sendsWithinMs / 1_000} s`);
    else this.#silenceTimer = setTimeout(() => this.#look(), leftMs);
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

function tooLarge(maxBytes: number, advice?: string): DomainError {
  const refusal = `Cannot take a body of more than ${sizeText(maxBytes)}`;
  return new DomainError("body_too_large", advice === undefined ? refusal : `${refusal}: ${advice}`);
}

function tooManyChunks(chunks: number): DomainError {
  const detail = `Cannot take a body in ${chunks} chunks of so few bytes: send larger ones`;
  return new DomainError("body_too_large", detail);
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
