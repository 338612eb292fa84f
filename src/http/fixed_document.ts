import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptedEncoding, type Encoding } from "./accepted_encoding.ts";
import { namesTag } from "./names_tag.ts";

/** The answer to a request for a fixed document, whole (200) or known already (304). */
export type FixedAnswer =
  | { readonly status: 200; readonly bytes: Uint8Array<ArrayBuffer>; readonly headers: WholeHeaders }
  | { readonly status: 304; readonly headers: CacheHeaders };

type CacheHeaders = Readonly<Record<"etag" | "cache-control" | "vary", string>>;
type WholeHeaders = CacheHeaders & Readonly<Record<string, string>>;

/** The headers that every answer with a fixed document has. */
export const FIXED_DOCUMENT_HEADERS = ["etag", "cache-control", "vary"] as const;

interface Representation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Strong: the digest of these very bytes. */
  readonly etag: string;
}

const COMPRESS: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify<Uint8Array, Uint8Array>(gzip),
};

/**
 * Answers with JSON that is the same as long as the process lives: made and compressed once, when it is first asked
 * for, and not sent again to a client that has it.
 */
export function fixedDocument(
  make: () => unknown,
  cacheControl: "no-cache" | "private, no-cache",
): (request: Headers) => Promise<FixedAnswer> {
  const made = new Map<Encoding | null, Promise<Representation>>();
  const representation = (encoding: Encoding | null): Promise<Representation> => {
    const known = made.get(encoding) ?? represent(make, encoding);
    made.set(encoding, known);
    return known;
  };
  return async (request) => {
    const encoding = acceptedEncoding(request.get("accept-encoding"));
    const { bytes, etag } = await representation(encoding);
    const headers = { etag, "cache-control": cacheControl, vary: "accept-encoding" };
    if (namesTag(request.get("if-none-match"), etag)) return { status: 304, headers };
    const length = { "content-length": String(bytes.length) };
    const whole = encoding === null ? length : { ...length, "content-encoding": encoding };
    return { status: 200, bytes, headers: { ...headers, ...whole } };
  };
}

async function represent(make: () => unknown, encoding: Encoding | null): Promise<Representation> {
  const plain = new TextEncoder().encode(JSON.stringify(make()));
  const bytes = encoding === null ? plain : new Uint8Array(await COMPRESS[encoding](plain));
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("hex")}"` };
}
