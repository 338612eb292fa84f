import { DomainError, jsonPointer } from "../domain/errors.ts";
import { countedFaults, MOST_FAULTS } from "../faults/told_faults.ts";
import type { ClientDeadlines } from "./client_deadlines.ts";
import { JsonShape, type JsonShapeFault } from "./json_shape.ts";
import { DEFAULT_BODY_BYTES, readBody } from "./middleware/body_limit.ts";

/** How deep lists and objects may lie within one another: no request of this interface comes near it. */
const MAX_DEPTH = 64;

/**
 * Names, texts, lists and objects of the largest body that is parsed: some 150 linear rules over all of 2,000 assets.
 * To parse more of them holds up everybody else, which numbers do not.
 */
const MAX_VALUES = 320_000;

const SHAPE_LIMITS = { depth: MAX_DEPTH, values: MAX_VALUES };

/** A body to whose parsing and judging a turn belongs. */
const LARGE_BODY_BYTES = 64 * 1_024;

/**
 * The JSON of a request's body. Throws `unsupported_media_type`, `body_too_large`, `malformed_json` (no JSON, empty,
 * not UTF-8, too deep) and `validation_failed` for texts that no store and no client can be trusted with. Undefined
 * where it is empty and may be, whatever its type.
 */
export async function readJsonBody(
  request: Request,
  { mayBeEmpty, maxBytes = DEFAULT_BODY_BYTES, deadlines, largeBodyTurn, beforeTexts }: JsonBodyOptions,
): Promise<unknown> {
  if (!mayBeEmpty) requireJsonHeaders(request);
  const bytes = await readBody(request, { maxBytes, deadlines, look: jsonLook(request) });
  if (bytes.length === 0) {
    if (mayBeEmpty) return undefined;
    throw new DomainError("malformed_json", "Cannot read the body: it is empty, and JSON is needed");
  }
  if (bytes.length > LARGE_BODY_BYTES) await largeBodyTurn?.();
  return valueOf(bytes, beforeTexts);
}

export interface JsonBodyOptions {
  readonly mayBeEmpty: boolean;
  readonly maxBytes?: number;
  /** How long the body may take; as is good for a service if absent. */
  readonly deadlines?: ClientDeadlines | undefined;
  /** Waited for before a large body is looked into, which holds up everybody else. */
  readonly largeBodyTurn?: (() => Promise<void>) | undefined;
  /** Looks at the value before its texts are judged; throws what is to be told rather than their faults. */
  readonly beforeTexts?: (value: unknown) => void;
}

/** Why a text or a name is refused, its pointer made only where it is told. */
interface TextFault {
  readonly pointer: () => string;
  readonly detail: string;
}

/** Judges a body by its headers once it turns out not to be empty, and by its shape as far as it has come. */
function jsonLook(request: Request): (chunk: Uint8Array) => void {
  const shape = new JsonShape(SHAPE_LIMITS);
  let hasBegun = false;
  return (chunk) => {
    if (!hasBegun && chunk.length > 0) {
      requireJsonHeaders(request);
      if (!request.headers.has("content-type")) throw unsupported("none");
      hasBegun = true;
    }
    refuseShape(shape.look(chunk));
  };
}

/** The value of JSON text in UTF-8 whose shape is allowed. */
function valueOf(bytes: Uint8Array, beforeTexts: (value: unknown) => void = () => undefined): unknown {
  const text = decode(bytes);
  const value = parse(text);
  beforeTexts(value);
  // Such characters only come in by an escape; a body without one need not be walked.
  if (text.includes("\\u") || text.includes(PROTOTYPE)) {
    const found = textFaults(value, []).take(MOST_FAULTS).toArray();
    if (found.length > 0) {
      throw new DomainError("validation_failed", found[0].detail, { faults: countedFaults(found, found.length) });
    }
  }
  return value;
}

/**
 * By the bytes: the parser itself is trusted neither with a hundred thousand brackets nor with millions of objects, and
 * who sends them is heard no further.
 */
function refuseShape(fault: JsonShapeFault | null): void {
  if (fault === null) return;
  if (fault === "too_deep") {
    throw new DomainError("malformed_json", `Cannot read the body: it is nested more than ${MAX_DEPTH} deep`);
  }
  const detail = `Cannot read a body of more than ${MAX_VALUES} names, texts, lists and objects`;
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

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DomainError("malformed_json", "Cannot read the body: it is not UTF-8");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DomainError("malformed_json", "Cannot read the body: it is not JSON");
  }
}

const PROTOTYPE = "__proto__";

/**
 * The faults of every text within a value: NUL, a lone surrogate, or a name that would change an object's prototype.
 */
function* textFaults(value: unknown, path: readonly (string | number)[]): Generator<TextFault> {
  if (typeof value === "string") {
    const fault = faultOfText(value);
    if (fault !== null) yield { pointer: () => jsonPointer(...path), detail: fault };
  } else if (Array.isArray(value)) {
    // A list may have millions of numbers: no text is made of their places.
    for (let i = 0; i < value.length; i++) if (mayHoldText(value[i])) yield* textFaults(value[i], [...path, i]);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const fault = name === PROTOTYPE ? `Cannot take "${PROTOTYPE}" for a name` : faultOfText(name);
      if (fault !== null) yield { pointer: () => jsonPointer(...path, name.toWellFormed()), detail: fault };
      else if (mayHoldText(member)) yield* textFaults(member, [...path, name]);
    }
  }
}

function mayHoldText(value: unknown): boolean {
  return typeof value === "string" || typeof value === "object";
}

/** Why a text is refused, null where it is not: a NUL or half a surrogate pair. */
export function faultOfText(text: string): string | null {
  if (text.includes("\0")) return "Cannot take a text with the character NUL";
  return text.isWellFormed() ? null : "Cannot take a text with half a surrogate pair";
}
