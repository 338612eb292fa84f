import { DomainError } from "../domain/errors.ts";
import { readJsonText } from "../faults/json_text.ts";
import { UnreadBody } from "../request/unread_body.ts";
import type { ClientDeadlines } from "./client_deadlines.ts";
import type { BodyPlace } from "./large_body_places.ts";
import { JsonShape, type JsonShapeFault } from "./json_shape.ts";
import { DEFAULT_BODY_BYTES, readBody } from "./middleware/body_limit.ts";

/** Largest nesting depth of lists and objects in a JSON body. No valid request of this service comes near it. */
const MAX_DEPTH = 64;

/**
 * Largest number of field names, text values, lists and objects in a JSON body, enough for some 150 linear rules over
 * all of 2,000 assets. Parsing more would block all other requests for too long. Numbers are cheap to parse and do not
 * count.
 */
const MAX_VALUES = 320_000;

/**
 * Reads and parses the JSON body of a request. Returns undefined for an empty body if `mayBeEmpty` is set, whatever its
 * content type, and an `UnreadBody` for a body of more than 64 KiB if `leavesLargeUnread` is set. Throws
 * `unsupported_media_type`, `body_too_large`, `malformed_json` (no JSON, empty, not UTF-8, too deep, not sent in time),
 * `validation_failed` for too many values and for texts that are unsafe for a store or a client, and `not_ready` if
 * there is no memory for the body.
 */
export async function readJsonBody(
  request: Request,
  { mayBeEmpty, maxBytes = DEFAULT_BODY_BYTES, mostValues = MAX_VALUES, leavesLargeUnread, beforeTexts, ...reading }:
    JsonBodyOptions,
): Promise<unknown> {
  if (!mayBeEmpty) requireJsonHeaders(request);
  const bytes = await readBody(request, { ...reading, maxBytes, look: jsonLook(request, mostValues) });
  if (bytes.length === 0) {
    if (mayBeEmpty) return undefined;
    throw new DomainError("malformed_json", "Cannot read the body: it is empty, and JSON is needed");
  }
  if (leavesLargeUnread && bytes.length > DEFAULT_BODY_BYTES) return new UnreadBody(bytes);
  return readJsonText(bytes, beforeTexts);
}

export interface JsonBodyOptions {
  readonly mayBeEmpty: boolean;
  /** Largest length of the request body in bytes; `DEFAULT_BODY_BYTES` if absent. */
  readonly maxBytes?: number;
  /** Advice to a caller whose request body is too large, at the end of the refusal's sentence; none if absent. */
  readonly tooLargeAdvice?: string | undefined;
  /** Largest number of field names, text values, lists and objects in the request body; `MAX_VALUES` if absent. */
  readonly mostValues?: number | undefined;
  /** Whether a request body of more than `DEFAULT_BODY_BYTES` is returned unparsed, as an `UnreadBody`. */
  readonly leavesLargeUnread?: boolean | undefined;
  /** Time limits for receiving the request body; those of a running service if absent. */
  readonly deadlines?: ClientDeadlines | undefined;
  /**
   * Reservation of memory for a request body of more than 64 KiB. Without it the memory for the body is not limited.
   */
  readonly place?: BodyPlace | undefined;
  /**
   * Callback that checks the parsed body before the texts in it are checked. An error that it throws is reported
   * instead of faults in the texts.
   */
  readonly beforeTexts?: (value: unknown) => void;
}

/**
 * Returns a function that checks each arriving chunk of a JSON request body. The first bytes trigger a check of the
 * content type, and every chunk a check of nesting depth and number of values.
 */
function jsonLook(request: Request, mostValues: number): (chunk: Uint8Array) => void {
  const shape = new JsonShape({ depth: MAX_DEPTH, values: mostValues });
  let hasBegun = false;
  return (chunk) => {
    if (!hasBegun && chunk.length > 0) {
      requireJsonHeaders(request);
      if (!request.headers.has("content-type")) throw unsupported("none");
      hasBegun = true;
    }
    refuseShape(shape.look(chunk), mostValues);
  };
}

/**
 * Throws if a JSON body is nested too deep or has too many values. Both are counted in the bytes before parsing,
 * because the parser cannot safely take a hundred thousand brackets or millions of objects. The rest of such a body is
 * not read.
 */
function refuseShape(fault: JsonShapeFault | null, mostValues: number): void {
  if (fault === null) return;
  if (fault === "too_deep") {
    throw new DomainError("malformed_json", `Cannot read the body: it is nested more than ${MAX_DEPTH} deep`);
  }
  const detail = `Cannot read a body of more than ${mostValues} names, texts, lists and objects`;
  throw new DomainError("validation_failed", detail, { faults: [{ pointer: "", detail }] });
}

function requireJsonHeaders({ headers }: Request): void {
  const type = headers.get("content-type");
  if (type !== null) requireJson(type);
  requireIdentity(headers.get("content-encoding"));
}

function requireJson(contentType: string): void {
  const [type, ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (type !== "application/json" || !isUtf8) throw unsupported(contentType);
}

function requireIdentity(encoding: string | null): void {
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") {
    throw new DomainError("unsupported_media_type", "Cannot take a compressed body: send it without Content-Encoding");
  }
}

function unsupported(contentType: string): DomainError {
  const shown = JSON.stringify(contentType.slice(0, 100));
  return new DomainError("unsupported_media_type", `Cannot take content type ${shown}: application/json is needed`);
}
