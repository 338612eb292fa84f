import { StoreError } from "./store_error.ts";

/**
 * Version of the format of stored values. A stored value consists of this version, a type, and either JSON in UTF-8 or
 * raw bytes. KV's own value format is not used, because it changes with the runtime and an older runtime cannot read
 * values of a newer one.
 */
const FORM_VERSION = 1;
const JSON_TEXT = 0;
const BYTES = 1;
const HEADER_BYTES = 2;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Encodes a value for the KV, which accepts at most 64 KiB. Throws a `TypeError` for a value that could not be read
 * back unchanged. Allowed are bytes, and values made of null, booleans, finite numbers, text, arrays and plain objects;
 * undefined fields are omitted.
 */
export function encodeValue(value: unknown): Uint8Array<ArrayBuffer> {
  if (value instanceof Uint8Array) return withHeader(BYTES, value);
  refuseOther(value, "value");
  return withHeader(JSON_TEXT, encoder.encode(JSON.stringify(value)));
}

/**
 * Decodes a value from the KV; raw bytes are returned as a view of the stored bytes. Throws a `StoreError` for a newer
 * format and for bytes without a known format.
 */
export function decodeValue(stored: unknown): unknown {
  if (!(stored instanceof Uint8Array) || stored.length < HEADER_BYTES || stored[0] === FORM_OF_V8) {
    throw new StoreError(
      "Cannot use the store: a value in it has no form that this program writes, so another program wrote it, " +
        "or a version of this program from before its first release; use another store",
    );
  }
  const [version, type] = stored;
  if (version !== FORM_VERSION || (type !== JSON_TEXT && type !== BYTES)) {
    throw new StoreError(
      `Cannot use the store: this program does not know the form ${version}.${type} of a value in it; ` +
        "start the newer program",
    );
  }
  const content = stored.subarray(HEADER_BYTES);
  return type === BYTES ? content : JSON.parse(decoder.decode(content));
}

/**
 * First byte of every value that the V8 engine serialised, which shows that the value is not in this program's own
 * format.
 */
const FORM_OF_V8 = 0xff;

function withHeader(type: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + content.length);
  bytes[0] = FORM_VERSION;
  bytes[1] = type;
  bytes.set(content, HEADER_BYTES);
  return bytes;
}

function refuseOther(value: unknown, path: string): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (Array.isArray(value)) return value.forEach((part, index) => refuseOther(part, `${path}[${index}]`));
  if (typeof value !== "object" || !isPlain(value)) {
    throw new TypeError(
      `Cannot store the ${path}: the store has no form for ${nameOf(value)}; convert it to text or numbers`,
    );
  }
  for (const [name, part] of Object.entries(value)) {
    if (part !== undefined) refuseOther(part, `${path}.${name}`);
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function nameOf(value: unknown): string {
  if (typeof value === "object" && value !== null) return `a ${value.constructor?.name ?? "object"}`;
  return typeof value === "number" ? String(value) : `a ${typeof value}`;
}
