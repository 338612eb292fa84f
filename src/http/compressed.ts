import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptedEncoding, type Encoding } from "./accepted_encoding.ts";
import { tagOfCoding } from "./coded_tags.ts";
import type { AnswerBytes } from "./endpoint.ts";

/** Shorter answers are sent as they are. */
const LEAST_BYTES = 1_024;
/** Longer ones are compressed as they leave. */
const WHOLE_BYTES = 256 * 1_024;
const MEDIA = /^(application\/json|text\/csv|image\/svg\+xml)\b/;

/** An answer as it leaves, its headers in lower case. */
export interface SentContent {
  readonly content: AnswerBytes;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A whole answer in the coding that its client takes, where it is text of over 1 KiB, and no part of one. What is made
 * of a stream and too long to be held is gzip, which is written as it is read, or not compressed.
 */
export async function compressed({ content, headers }: SentContent, request: Headers): Promise<SentContent> {
  if (!MEDIA.test(headers["content-type"] ?? "") || "content-encoding" in headers) return { content, headers };
  const varied: Readonly<Record<string, string>> = { ...headers, vary: "accept-encoding" };
  const encoding = request.has("range") ? null : acceptedEncoding(request.get("accept-encoding"));
  if (encoding === null) return { content, headers: varied };
  const { "content-length": _uncompressed, ...rest } = varied;
  const { beginning, others } = await beginningOf(content);
  if (others === null) {
    if (beginning.length <= LEAST_BYTES) return { content: beginning, headers: varied };
    const bytes = new Uint8Array(await COMPRESS[encoding](beginning));
    const length = { "content-length": String(bytes.length) };
    return { content: bytes, headers: { ...coded(rest, encoding), ...length } };
  }
  if (acceptedEncoding(request.get("accept-encoding"), ["gzip"]) === null) return { content: others, headers: varied };
  return { content: others.pipeThrough(new CompressionStream("gzip")), headers: coded(rest, "gzip") };
}

/** A compressor of texts that are made for one answer: at once rather than small. */
const COMPRESS: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<Uint8Array, Uint8Array>(gzip),
};

function coded(headers: Readonly<Record<string, string>>, encoding: Encoding): Record<string, string> {
  const { etag } = headers;
  return {
    ...headers,
    "content-encoding": encoding,
    ...etag === undefined ? {} : { etag: tagOfCoding(etag, encoding) },
  };
}

interface Beginning {
  /** All of it where `others` is null. */
  readonly beginning: Uint8Array<ArrayBuffer>;
  /** Everything, the beginning too. */
  readonly others: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

async function beginningOf(content: AnswerBytes): Promise<Beginning> {
  if (typeof content === "string") return { beginning: new TextEncoder().encode(content), others: null };
  if (content instanceof Uint8Array) return { beginning: content, others: null };
  const reader = content.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { beginning: joined(chunks, length), others: null };
    chunks.push(new Uint8Array(value));
    length += value.length;
    if (length > WHOLE_BYTES) return { beginning: new Uint8Array(), others: goneOn(chunks, reader) };
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function goneOn(
  chunks: Uint8Array<ArrayBuffer>[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const first = chunks.shift();
      if (first !== undefined) return controller.enqueue(first);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
