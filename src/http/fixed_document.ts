import { createHash } from "node:crypto";
import { acceptedEncoding, type Encoding } from "./accepted_encoding.ts";
import { namedTag, tagOfCoding } from "./coded_tags.ts";
import { namesTag } from "./names_tag.ts";
import { packedInTurns } from "./packed_in_turns.ts";

/**
 * Type of the answer to a request for a document that never changes: the whole document (200), or no content if the
 * client already has it (304).
 */
export type FixedAnswer =
  | { readonly status: 200; readonly bytes: Uint8Array<ArrayBuffer>; readonly headers: WholeHeaders }
  | { readonly status: 304; readonly headers: CacheHeaders };

type CacheHeaders = Readonly<Record<"etag" | "cache-control" | "vary", string>>;
type WholeHeaders = CacheHeaders & Readonly<Record<string, string>>;

/** Names of the headers on every answer with a document that never changes. */
export const FIXED_DOCUMENT_HEADERS = ["etag", "cache-control", "vary"] as const;

/**
 * Headers that only some answers with a document that never changes have, each with a description of when it is set.
 */
export const FIXED_DOCUMENT_CODING = { "content-encoding": "br or gzip, where Accept-Encoding asks for it" } as const;

interface Representation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Strong ETag of the document in one content coding: the digest of exactly these bytes, or a digest of the document
   * with the coding's name.
   */
  readonly etag: string;
}

export interface FixedDocumentOptions {
  readonly cacheControl: "no-cache" | "private, no-cache";
  /**
   * Digest that identifies the document. The ETags are made from the digest; if it is absent, from the bytes of each
   * coding.
   */
  readonly digest?: string;
}

/**
 * Returns a handler that answers with a JSON document that never changes. The document is made on the first request and
 * compressed once for each content coding. A client that already has it gets 304.
 */
export function fixedDocument(
  make: () => unknown,
  { cacheControl, digest }: FixedDocumentOptions,
): (request: Headers) => Promise<FixedAnswer> {
  let text: string | null = null;
  const made = new Map<Encoding | null, Promise<Representation>>();
  const representation = (encoding: Encoding | null): Promise<Representation> => {
    text ??= JSON.stringify(make());
    const known = made.get(encoding) ?? represent(text, { encoding, digest });
    made.set(encoding, known);
    return known;
  };
  return async (request) => {
    const encoding = acceptedEncoding(request.get("accept-encoding"));
    const cached = { "cache-control": cacheControl, vary: "accept-encoding" };
    const named = request.get("if-none-match");
    const known = digest === undefined ? null : namedTag(named, `"${digest}"`, encoding);
    if (known !== null) return { status: 304, headers: { etag: known, ...cached } };
    const { bytes, etag } = await representation(encoding);
    const headers = { etag, ...cached };
    if (namesTag(named, etag)) return { status: 304, headers };
    const length = { "content-length": String(bytes.length) };
    const whole = encoding === null ? length : { ...length, "content-encoding": encoding };
    return { status: 200, bytes, headers: { ...headers, ...whole } };
  };
}

async function represent(
  text: string,
  { encoding, digest }: { readonly encoding: Encoding | null; readonly digest: string | undefined },
): Promise<Representation> {
  const plain = new TextEncoder().encode(text);
  const bytes = encoding === null ? plain : await packedInTurns(plain, encoding);
  const etag = digest === undefined
    ? `"${createHash("sha256").update(bytes).digest("hex")}"`
    : tagOfCoding(`"${digest}"`, encoding);
  return { bytes, etag };
}
