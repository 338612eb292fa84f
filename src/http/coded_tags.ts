import { type Encoding, ENCODINGS } from "./accepted_encoding.ts";
import { namesTag } from "./names_tag.ts";

/** The tag of a document in a coding: a strong tag names bytes, which every coding has of its own. */
export function tagOfCoding(etag: string, encoding: Encoding | null): string {
  return encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`;
}

/**
 * The tag of a document, in whatever coding, that an `If-None-Match` names, that of the coding which would be sent
 * first; null where it names none of them. Who has the document in any coding has it.
 */
export function namedTag(list: string | null, etag: string, encoding: Encoding | null): string | null {
  const codings = [encoding, ...[null, ...ENCODINGS].filter((other) => other !== encoding)];
  return codings.map((coding) => tagOfCoding(etag, coding)).find((tag) => namesTag(list, tag)) ?? null;
}
