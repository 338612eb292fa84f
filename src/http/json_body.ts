import { DomainError } from "../domain/errors.ts";
import { readJsonText } from "../faults/json_text.ts";
import { UnreadBody } from "../request/unread_body.ts";
import type { ClientDeadlines } from "./client_deadlines.ts";
import type { BodyPlace } from "./large_body_places.ts";
import { JsonShape, type JsonShapeFault } from "./json_shape.ts";
import { DEFAULT_BODY_BYTES, readBody } from "./middleware/body_limit.ts";

/** How deep lists and objects may lie within one another: no request of this interface comes near it. */
const MAX_DEPTH = 64;

/**
 * Names, texts, lists and objects of the largest body that is parsed: some 150 linear rules over all of 2,000 assets.
 * To parse more of them holds up everybody else, which numbers do not.
 */
const MAX_VALUES = 320_000;

/**
 * The JSON of a request's body. Throws `unsupported_media_type`, `body_too_large`, `malformed_json` (no JSON, empty,
 * not UTF-8, too deep) and `validation_failed` for texts that no store and no client can be trusted with. Undefined
 * where it is empty and may be, whatever its type.
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
  /** `DEFAULT_BODY_BYTES` if absent. */
  readonly maxBytes?: number;
  /** What to do about a larger one; nothing if absent. */
  readonly tooLargeAdvice?: string | undefined;
  /** Names, texts, lists and objects; as many as any route takes if absent. */
  readonly mostValues?: number | undefined;
  /** Whether a body larger than that is answered unread. */
  readonly leavesLargeUnread?: boolean | undefined;
  /** How long the body may take; as is good for a service if absent. */
  readonly deadlines?: ClientDeadlines | undefined;
  /** Where it has room if it is large. */
  readonly place?: BodyPlace | undefined;
  /** Looks at the value before its texts are judged; throws what is to be told rather than their faults. */
  readonly beforeTexts?: (value: unknown) => void;
}

/** Judges a body by its headers once it turns out not to be empty, and by its shape as far as it has come. */
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
 * By the bytes: the parser itself is trusted neither with a hundred thousand brackets nor with millions of objects, and
 * who sends them is heard no further.
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
