import { promisify } from "node:util";
import { brotliCompress, constants, gzip, type ZlibOptions } from "node:zlib";
import { isCompressible } from "../domain/artifact.ts";
import { unlessAway } from "../store/unless_away.ts";
import { acceptedEncoding, type Encoding, ENCODINGS, refusesIdentity, STREAM_FORMATS } from "./accepted_encoding.ts";
import { tagOfCoding } from "./coded_tags.ts";
import type { AnswerBytes } from "./endpoint.ts";
import { openedStream } from "./opened_stream.ts";

/** Size in bytes up to which an answer is sent uncompressed, unless the client refuses uncompressed answers. */
const LEAST_BYTES = 1_024;
/**
 * Size in bytes above which an answer is compressed as a stream while it is sent. Shorter answers are compressed whole.
 */
const WHOLE_BYTES = 256 * 1_024;

/** Content codings of an answer that is stored in gzip, the one that costs nothing first. */
const GZIP_FIRST: readonly Encoding[] = ENCODINGS.toSorted((a, b) => Number(b === "gzip") - Number(a === "gzip"));

/** Type of an answer ready to be sent, with its bytes and headers. Header names are in lower case. */
export interface SentContent {
  readonly content: Exclude<AnswerBytes, string>;
  readonly headers: Readonly<Record<string, string>>;
}

/** What decides on the content coding of an answer. */
export interface CodableContent {
  readonly mediaType: string;
  /** Length of the answer without a coding. */
  readonly bytes: number;
  /** The answer in the gzip coding in which it is stored; null or absent if it is stored without a coding. */
  readonly gzip?: StoredGzip | null;
}

/** An answer in the gzip coding in which it is stored: its length, and a stream of it. */
export interface StoredGzip {
  readonly bytes: number;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Returns the content coding for an answer, or null if it is sent uncompressed. Requests with a `Range` header get no
 * coding, even for a full answer. An answer that is stored in gzip is sent so unless the client prefers another coding.
 * Other answers above 256 KiB get gzip too, which compresses faster than br; they get br only if the client refuses
 * both gzip and uncompressed answers.
 */
export function sentCoding({ mediaType, bytes, gzip = null }: CodableContent, request: Headers): Encoding | null {
  if (!isCompressible(mediaType) || request.has("range")) return null;
  const accepted = request.get("accept-encoding");
  const mustBeCoded = refusesIdentity(accepted);
  if (gzip !== null && bytes <= WHOLE_BYTES) return acceptedEncoding(accepted, GZIP_FIRST);
  if (bytes <= LEAST_BYTES && !mustBeCoded) return null;
  if (bytes <= WHOLE_BYTES) return acceptedEncoding(accepted);
  return acceptedEncoding(accepted, ["gzip"]) ?? (mustBeCoded ? acceptedEncoding(accepted) : null);
}

/**
 * Returns an answer in the gzip coding in which it is stored, with its headers, if its client takes this coding; null
 * if the client gets another coding or none. Throws `not_ready` if the answer cannot be read now.
 */
export async function gzipAsStored(
  answer: CodableContent,
  request: Headers,
): Promise<{ bytes: ReadableStream<Uint8Array<ArrayBuffer>>; headers: StoredGzipHeaders } | null> {
  const { gzip = null } = answer;
  if (gzip === null || sentCoding(answer, request) !== "gzip") return null;
  const length = String(gzip.bytes);
  const headers = { "content-encoding": "gzip", "content-length": length, vary: "accept-encoding" } as const;
  return { bytes: await openedStream(gzip.stream()), headers };
}

type StoredGzipHeaders = Readonly<Record<"content-encoding" | "content-length" | "vary", string>>;

/**
 * Compresses an answer in the coding that its client accepts and sets `content-encoding`, `vary` and the ETag of the
 * coding. A short answer is compressed whole and gets its new `content-length`. A long answer, or a stream without
 * `content-length`, is compressed while it is sent. Throws `not_ready` if a stored answer cannot be read.
 */
export async function compressed({ content, headers }: SentContent, request: Headers): Promise<SentContent> {
  const mediaType = headers["content-type"] ?? "";
  if (!isCompressible(mediaType) || "content-encoding" in headers) return { content, headers };
  const varied = { ...headers, vary: "accept-encoding" };
  const bytes = content instanceof Uint8Array ? content.length : Number(headers["content-length"] ?? Infinity);
  const encoding = sentCoding({ mediaType, bytes }, request);
  if (encoding === null) return { content, headers: varied };
  const { "content-length": _plain, ...rest }: Readonly<Record<string, string>> = varied;
  const coded = { ...rest, ...headersOfCoding(headers, encoding) };
  if (bytes > WHOLE_BYTES) {
    const stream = content instanceof Uint8Array ? ReadableStream.from([content]) : content;
    return { content: stream.pipeThrough(new CompressionStream(STREAM_FORMATS[encoding])), headers: coded };
  }
  const whole = content instanceof Uint8Array ? content : await unlessAway(() => new Response(content).bytes());
  const made = new Uint8Array(await COMPRESS[encoding](whole));
  return { content: made, headers: { ...coded, "content-length": String(made.length) } };
}

/**
 * Compressors for text answers, by content coding. They prefer speed over size for large answers: although the
 * functions are asynchronous, Deno compresses in the thread that answers requests.
 */
const COMPRESS: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? BROTLI.quick : BROTLI.small },
    }),
  gzip: (bytes) => promisify<Uint8Array, ZlibOptions, Uint8Array>(gzip)(bytes, levelOf(bytes)),
};

/**
 * Size in bytes of an answer above which it is compressed at a faster, weaker level, because compression would
 * otherwise take milliseconds.
 */
const LARGE_BYTES = 16 * 1_024;
const BROTLI = { small: 5, quick: 1 } as const;
const QUICK_GZIP = 3;

function levelOf({ length }: Uint8Array): ZlibOptions {
  return length > LARGE_BYTES ? { level: QUICK_GZIP } : {};
}

function headersOfCoding(
  { etag }: Readonly<Record<string, string>>,
  encoding: Encoding,
): Readonly<Record<string, string>> {
  return { "content-encoding": encoding, ...etag === undefined ? {} : { etag: tagOfCoding(etag, encoding) } };
}
