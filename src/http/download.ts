import { type ByteRange, isCompressible } from "../domain/artifact.ts";
import { namedTag, tagOfCoding } from "./coded_tags.ts";
import { gzipAsStored, sentCoding, type StoredGzip } from "./compressed.ts";
import { openedStream } from "./opened_stream.ts";
import { RefusalWithHeaders } from "./problem.ts";

/** Type of a file that a client can download: its name, media type, length, digest and bytes. */
export interface Downloadable {
  /** Path of the downloadable file. The part after the last slash is the file name that the client sees. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  stream(range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The file in the gzip coding in which it is stored; null if it is stored without a coding. */
  readonly gzip: StoredGzip | null;
}

/**
 * Type of the answer to a download request: the whole file (200), a range of it (206), or no content if the client
 * already has the file (304).
 */
export type DownloadAnswer =
  | { readonly status: 200; readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>; readonly headers: DownloadHeaders }
  | { readonly status: 206; readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>; readonly headers: PartHeaders }
  | { readonly status: 304; readonly headers: { readonly etag: string; readonly vary?: string } };

type DownloadHeaders = Readonly<
  Record<"content-type" | "content-length" | "content-disposition" | "etag" | "accept-ranges", string>
>;
type PartHeaders = DownloadHeaders & { readonly "content-range": string };

/**
 * Answers a download request by its conditional headers and `Range` (RFC 9110, 13 and 14). A request for several ranges
 * gets the whole file. Throws `range_not_satisfiable` for a range beyond the end, and `not_ready` if the file cannot be
 * read now.
 */
export async function downloadAnswer(file: Downloadable, request: Headers): Promise<DownloadAnswer> {
  const etag = `"${file.sha256}"`;
  const known = namedTag(request.get("if-none-match"), etag, sentCoding(file, request));
  const varied = isCompressible(file.mediaType) ? { vary: "accept-encoding" } : {};
  if (known !== null) return { status: 304, headers: { etag: known, ...varied } };
  const headers = {
    "content-type": file.mediaType,
    "content-length": String(file.bytes),
    "content-disposition": `attachment; filename="${fileNameOf(file.name)}"`,
    etag,
    "accept-ranges": "bytes",
    // An SVG file opened on its own has its colours in a style element, so inline styles are allowed.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    // A page of another origin may show a chart from this download: the signed link itself is the credential.
    "cross-origin-resource-policy": "cross-origin",
  };
  const isSame = request.get("if-range") === null || request.get("if-range") === etag;
  const range = isSame ? rangeOf(request.get("range"), file.bytes) : "all";
  const stored = await gzipAsStored(file, request);
  if (stored !== null) {
    return {
      status: 200,
      bytes: stored.bytes,
      headers: { ...headers, ...stored.headers, etag: tagOfCoding(etag, "gzip") },
    };
  }
  if (range === "all") return { status: 200, bytes: await openedStream(file.stream()), headers };
  if (range === "none") throw beyondEnd(file);
  const { start, end } = range;
  const part = {
    ...headers,
    // A partial answer repeats the `Vary` header of the whole answer (RFC 9110, 15.3.7).
    ...varied,
    "content-length": String(end - start),
    "content-range": `bytes ${start}-${end - 1}/${file.bytes}`,
  };
  return { status: 206, bytes: await openedStream(file.stream(range)), headers: part };
}

/**
 * Reads a `Range` header for a file of `bytes` bytes. Returns the byte range, `all` if the header is missing or
 * unreadable, and `none` if the range lies beyond the file's end.
 */
export function rangeOf(header: string | null, bytes: number): ByteRange | "all" | "none" {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? ["", "", ""];
  if (first === "" && last === "") return "all";
  if (first === "") {
    if (Number(last) === 0) return "none";
    return bytes === 0 ? "all" : { start: Math.max(0, bytes - Number(last)), end: bytes };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "all";
  return start < bytes ? { start, end: last === "" ? bytes : Math.min(bytes, Number(last) + 1) } : "none";
}

function beyondEnd({ name, bytes }: Downloadable): RefusalWithHeaders {
  const detail = `Cannot send the requested range: "${name}" has ${bytes} bytes`;
  return new RefusalWithHeaders("range_not_satisfiable", detail, { "content-range": `bytes */${bytes}` });
}

function fileNameOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1).replace(/[^A-Za-z0-9._-]/g, "_");
}
