import { promisify } from "node:util";
import { brotliCompress, constants, gzip, type ZlibOptions } from "node:zlib";
import { acceptedEncoding, type Encoding, refusesIdentity } from "./accepted_encoding.ts";
import { tagOfCoding } from "./coded_tags.ts";
import type { AnswerBytes } from "./endpoint.ts";
import { readStored } from "./opened_stream.ts";

/** Shorter answers are sent as they are. */
const LEAST_BYTES = 1_024;
/** Longer ones are compressed as they leave. */
const WHOLE_BYTES = 256 * 1_024;
const MEDIA = /^(application\/json|text\/csv|image\/svg\+xml)\b/;

/** An answer as it leaves, its headers in lower case. */
export interface SentContent {
  readonly content: Exclude<AnswerBytes, string>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether an answer of this media type is compressed for some clients. */
export function isCompressible(mediaType: string): boolean {
  return MEDIA.test(mediaType);
}

/**
 * The coding in which a client is sent so many bytes of a media type; null where they are sent as they are. A request
 * for a part gets no coding, whatever it is answered with; a long answer gets the one that is quick to make.
 */
export function sentCoding(
  { mediaType, bytes }: { readonly mediaType: string; readonly bytes: number },
  request: Headers,
): Encoding | null {
  if (!isCompressible(mediaType) || request.has("range")) return null;
  const accepted = request.get("accept-encoding");
  const mustBeCoded = refusesIdentity(accepted);
  if (bytes <= LEAST_BYTES && !mustBeCoded) return null;
  if (bytes <= WHOLE_BYTES) return acceptedEncoding(accepted);
  return acceptedEncoding(accepted, ["gzip"]) ?? (mustBeCoded ? acceptedEncoding(accepted) : null);
}

/**
 * A whole answer in the coding that its client is sent, with the length of that where it is made before it leaves. A
 * stream without `content-length` counts as long. Throws `not_ready` where a stored answer cannot be read.
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
  const whole = content instanceof Uint8Array ? content : await readStored(new Response(content).bytes());
  const made = new Uint8Array(await COMPRESS[encoding](whole));
  return { content: made, headers: { ...coded, "content-length": String(made.length) } };
}

/**
 * A compressor of texts that are made for one answer: at once rather than small, for the runtime compresses in the
 * thread that answers requests, whatever the name of the function says.
 */
const COMPRESS: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? BROTLI.quick : BROTLI.small },
    }),
  gzip: (bytes) => promisify<Uint8Array, ZlibOptions, Uint8Array>(gzip)(bytes, levelOf(bytes)),
};

/** From here on milliseconds count. */
const LARGE_BYTES = 16 * 1_024;
const BROTLI = { small: 5, quick: 1 } as const;
const QUICK_GZIP = 3;

function levelOf({ length }: Uint8Array): ZlibOptions {
  return length > LARGE_BYTES ? { level: QUICK_GZIP } : {};
}

const STREAM_FORMATS = { br: "brotli", gzip: "gzip" } as const;

function headersOfCoding(
  { etag }: Readonly<Record<string, string>>,
  encoding: Encoding,
): Readonly<Record<string, string>> {
  return { "content-encoding": encoding, ...etag === undefined ? {} : { etag: tagOfCoding(etag, encoding) } };
}
