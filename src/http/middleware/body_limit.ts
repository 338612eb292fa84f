import { DomainError } from "../../domain/errors.ts";
import { systemStopwatch } from "../../runtime/clock.ts";
import { nextTurn } from "../../runtime/next_turn.ts";
import { CLIENT_DEADLINES, type ClientDeadlines } from "../client_deadlines.ts";
import { BodyReader } from "../body_reader.ts";
import type { BodyPlace } from "../large_body_places.ts";

/** Largest request body in bytes for endpoints that allow large inputs: portfolios with their price histories. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Largest request body in bytes for an endpoint that sets no other limit: a form of a few fields. */
export const DEFAULT_BODY_BYTES = 64 * 1024;

/**
 * Number of chunks that a body may have beyond one per `BYTES_PER_CHUNK` bytes. A network packet has a thousand bytes,
 * and Deno handles each chunk separately, however short.
 */
const CHUNKS_AT_LEAST = 1_000;
const BYTES_PER_CHUNK = 256;

/**
 * Rate, in bytes per millisecond, at which the largest body that an endpoint allows must arrive on average, apart from
 * a fixed time that is added: 64,000 bytes a second.
 */
const SLOWEST_BYTES_PER_MS = 64;

export interface BodyOptions {
  readonly maxBytes: number;
  /** Advice to a caller whose request body is too large, at the end of the refusal's sentence; none if absent. */
  readonly tooLargeAdvice?: string | undefined;
  /** Time limits for receiving the request body; those of a running service if absent. */
  readonly deadlines?: ClientDeadlines | undefined;
  /**
   * Callback that checks each chunk of a request body as it arrives. If it throws, the rest of the body is not read.
   */
  readonly look?: (chunk: Uint8Array) => void;
  /**
   * Reservation of memory for a request body of more than 64 KiB. Without it the memory for the body is not limited.
   */
  readonly place?: BodyPlace | undefined;
}

/**
 * Reads the bytes of a request body and counts them as they arrive. Throws `body_too_large` as soon as there are too
 * many bytes or too many small chunks, `malformed_json` if the client breaks off or exceeds a deadline, `not_ready` if
 * there is no memory for the body, and any error of `look`.
 */
export async function readBody(
  request: Request,
  { maxBytes, tooLargeAdvice, deadlines = CLIENT_DEADLINES, look, place }: BodyOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = announcedBytes(request), mostBytes = announced > 0 ? announced : maxBytes;
  if (request.body === null && announced <= maxBytes) return new Uint8Array();
  let bytes = new Uint8Array(Math.min(mostBytes, FIRST_BYTES));
  let length = 0;
  const refuseLarge = (): DomainError => tooLarge(maxBytes, tooLargeAdvice);
  for await (const chunk of bodyPieces(request, { maxBytes, refuseLarge, deadlines, lost: place?.lost })) {
    const end = length + chunk.length;
    look?.(chunk);
    if (end > bytes.length) {
      const needed = Math.min(mostBytes, Math.max(end, 2 * bytes.length));
      // A body with a `content-length` reserves memory for its whole length at once, so that a lack of memory shows
      // before most of the body has arrived.
      place?.take(announced > 0 ? announced : needed);
      bytes = grown(bytes, needed);
    }
    bytes.set(chunk, length);
    length = end;
  }
  place?.arrived();
  return bytes.subarray(0, length);
}

export interface BodyPiecesOptions {
  readonly maxBytes: number;
  /** Returns the error for a request body of more than `maxBytes` bytes. */
  readonly refuseLarge: () => DomainError;
  /** Time limits for receiving the request body; those of a running service if absent. */
  readonly deadlines?: ClientDeadlines | undefined;
  /** Promise that rejects if the request body loses its memory to another body; absent for a body that holds none. */
  readonly lost?: Promise<never> | undefined;
}

/** Returns the length of a request body in bytes by its Content-Length header; zero if the request has none. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/**
 * Yields the chunks of a request body as they arrive, each valid until the next is asked for. Throws the error of
 * `refuseLarge` as soon as there are too many bytes, `body_too_large` for too many small chunks, and `malformed_json`
 * if the client breaks off or exceeds a deadline.
 */
export async function* bodyPieces(
  request: Request,
  { maxBytes, refuseLarge, deadlines = CLIENT_DEADLINES, lost }: BodyPiecesOptions,
): AsyncGenerator<Uint8Array> {
  const announced = announcedBytes(request);
  if (announced > maxBytes) throw refuseLarge();
  if (request.body === null) return;
  // An announced `content-length` bounds the body, because Deno never delivers more bytes.
  const mostBytes = announced > 0 ? announced : maxBytes;
  let length = 0;
  let chunks = 0;
  let lengthAtTurn = 0;
  for await (const chunk of whileSent(request.body, { maxBytes, mostBytes, deadlines, lost })) {
    length += chunk.length;
    if (length > maxBytes) throw refuseLarge();
    if (isCutTooSmall({ chunks: ++chunks, bytes: length })) throw tooManyChunks(chunks);
    yield chunk;
    if (length - lengthAtTurn < BYTES_PER_TURN) continue;
    lengthAtTurn = length;
    await nextTurn();
  }
}

/**
 * Number of bytes of a request body after which reading gives other requests a turn. Chunks that have already arrived
 * are otherwise read without a turn of the event loop between them.
 */
const BYTES_PER_TURN = 256 * 1024;

/**
 * Initial size in bytes of the buffer for a request body. The buffer doubles as bytes arrive, because an announced
 * length proves nothing.
 */
const FIRST_BYTES = 64 * 1024;

/**
 * Whether a request body is cut into too many small chunks: more than `chunksAtLeast` plus one per 256 bytes. No honest
 * client sends such a body.
 */
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
 * Yields the chunks of a request body as they arrive. Throws `malformed_json` if the client disconnects or is too slow
 * (the request is at fault, not the service), and the reason of `lost` if the body loses its memory.
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
    throw new BodyBrokeOff();
  } finally {
    late.stop();
    reader.release();
  }
}

/**
 * Error of a request body whose connection ended before it was whole. It has a class of its own because the service may
 * be at fault: when it stops, it cuts the bodies that are still under way at the end of its time.
 */
export class BodyBrokeOff extends DomainError {
  constructor() {
    super("malformed_json", "Cannot read the body: it broke off");
    this.name = "BodyBrokeOff";
  }
}

interface SentOptions {
  readonly maxBytes: number;
  /** Largest number of bytes that the request body can have. */
  readonly mostBytes: number;
  readonly deadlines: ClientDeadlines;
  /** Promise that rejects if the request body loses its memory to another body. */
  readonly lost: Promise<never> | undefined;
}

/**
 * Time limits for one request body. The body is refused if it stops arriving or does not arrive whole in time. There
 * are two timers in all, however many chunks the body has.
 */
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
    const notWhole = `it was not complete after ${Math.round(wholeMs / 1_000)} s`;
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
    if (leftMs <= 0) this.#refuse(`no byte of it arrived for ${this.#sendsWithinMs / 1_000} s`);
    else this.#silenceTimer = setTimeout(() => this.#look(), leftMs);
  }
}

/** Types of errors that Deno throws if a connection or an HTTP/2 stream ends in the middle of a request body. */
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
  const detail = `Cannot take a body in ${chunks} chunks of so few bytes: send larger chunks`;
  return new DomainError("body_too_large", detail);
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
