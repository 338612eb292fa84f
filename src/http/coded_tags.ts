import { type Encoding, ENCODINGS } from "./accepted_encoding.ts";
import { namesTag } from "./names_tag.ts";

/**
 * Returns the ETag of a document in a content coding (compression), for example `"abc-gzip"` of `"abc"`. A strong ETag
 * names exact bytes, so every coding needs its own.
 */
export function tagOfCoding(etag: string, encoding: Encoding | null): string {
  return encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`;
}

/**
 * Returns the ETag of a document that an `If-None-Match` header names, whatever its content coding, or null if the
 * header names none. The ETag of `encoding` is tried first. A client that has the document in any coding has the
 * document.
 */
export function namedTag(list: string | null, etag: string, encoding: Encoding | null): string | null {
  const codings = [encoding, ...[null, ...ENCODINGS].filter((other) => other !== encoding)];
  return codings.map((coding) => tagOfCoding(etag, coding)).find((tag) => namesTag(list, tag)) ?? null;
}
