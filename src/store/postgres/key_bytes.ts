/**
 * Form of a key in a database whose keys are bytes: each part is a type byte and its content, and longer keys sort
 * behind their own prefix. Keys sort byte by byte in the order in which Deno KV sorts them, so that lists and ranges
 * are the same in every store. Source of the form: the tuple layer of FoundationDB, which Deno KV uses too.
 */
const TYPE = { bytes: 0x01, text: 0x02, number: 0x21, false: 0x26, true: 0x27 } as const;
const END = 0x00;
const ESCAPED = 0xff;
const ASCII_AT_MOST = 0x7f;

/** Largest key in bytes, the limit of Deno KV. */
const KEY_BYTES_AT_MOST = 2_048;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Encodes a key as bytes. Throws a `TypeError` for a key that is too long, and for parts of a type that none has. */
export function keyBytes(key: Deno.KvKey): Uint8Array<ArrayBuffer> {
  const bytes = plainKeyBytes(key) ?? joined(key.map(partBytes));
  if (bytes.length > KEY_BYTES_AT_MOST) {
    throw new TypeError(`Cannot use a key of ${bytes.length} bytes: at most ${KEY_BYTES_AT_MOST} are allowed`);
  }
  return bytes;
}

/**
 * Encodes a key whose parts are all text of ASCII characters; null for another key. Nearly all keys are such, and calls
 * of the encoder for each part would take most of the time of a page of the history.
 */
function plainKeyBytes(key: Deno.KvKey): Uint8Array<ArrayBuffer> | null {
  let length = 0;
  for (const part of key) {
    if (typeof part !== "string") return null;
    length += part.length + 2;
  }
  const bytes = new Uint8Array(length);
  let next = 0;
  for (const part of key) {
    if (typeof part !== "string") return null;
    bytes[next++] = TYPE.text;
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at);
      if (code === END || code > ASCII_AT_MOST) return null;
      bytes[next++] = code;
    }
    bytes[next++] = END;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Decodes the bytes of a key. Throws a `TypeError` for bytes that no key has. */
export function keyOfBytes(bytes: Uint8Array): Deno.KvKey {
  const key: Deno.KvKeyPart[] = [];
  for (let at = 0; at < bytes.length;) {
    const { part, next } = partAt(bytes, at);
    key.push(part);
    at = next;
  }
  return key;
}

/** First key and the key behind the last one, as bytes, of the entries that a selector selects. */
export interface KeyRange {
  readonly start: Uint8Array<ArrayBuffer>;
  readonly end: Uint8Array<ArrayBuffer>;
}

/** Returns the range of keys that a selector of Deno KV selects. A prefix selects the longer keys, not itself. */
export function keyRange(selector: Deno.KvListSelector): KeyRange {
  const start = "start" in selector ? keyBytes(selector.start) : withByte(keyBytes(selector.prefix), 0x00);
  const end = "end" in selector ? keyBytes(selector.end) : withByte(keyBytes(selector.prefix), 0xff);
  return { start, end };
}

function withByte(bytes: Uint8Array, last: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = last;
  return longer;
}

function partBytes(part: Deno.KvKeyPart): Uint8Array {
  if (typeof part === "string") return delimited(TYPE.text, encoder.encode(part));
  if (typeof part === "number") return numberBytes(part);
  if (typeof part === "boolean") return Uint8Array.of(part ? TYPE.true : TYPE.false);
  if (part instanceof Uint8Array) return delimited(TYPE.bytes, part);
  throw new TypeError(
    `Cannot use ${typeof part} ${String(part)} in a key: text, bytes, numbers and booleans are allowed`,
  );
}

function delimited(type: number, content: Uint8Array): Uint8Array {
  const bytes = [type];
  for (const byte of content) {
    bytes.push(byte);
    if (byte === END) bytes.push(ESCAPED);
  }
  bytes.push(END);
  return Uint8Array.from(bytes);
}

/** Encodes a double so that its bytes sort as its value: the sign bit is flipped, or all bits of a negative number. */
function numberBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(9), view = new DataView(bytes.buffer);
  bytes[0] = TYPE.number;
  view.setFloat64(1, value);
  flipBits(view, { isNegative: isSignSet(view) });
  return bytes;
}

function numberOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.slice().buffer);
  flipBits(view, { isNegative: !isSignSet(view) });
  return view.getFloat64(1);
}

function isSignSet(view: DataView): boolean {
  return (view.getUint8(1) & 0x80) !== 0;
}

function flipBits(view: DataView, { isNegative }: { readonly isNegative: boolean }): void {
  view.setUint32(1, view.getUint32(1) ^ (isNegative ? 0xffffffff : 0x80000000));
  if (isNegative) view.setUint32(5, ~view.getUint32(5));
}

interface PartAt {
  readonly part: Deno.KvKeyPart;
  /** Place of the next part. */
  readonly next: number;
}

function partAt(bytes: Uint8Array, at: number): PartAt {
  switch (bytes[at]) {
    case TYPE.text: {
      const plain = plainTextAt(bytes, at + 1);
      if (plain !== null) return plain;
      const { content, next } = contentAt(bytes, at + 1);
      return { part: decoder.decode(content), next };
    }
    case TYPE.bytes: {
      const { content, next } = contentAt(bytes, at + 1);
      return { part: content, next };
    }
    case TYPE.number:
      if (at + 9 > bytes.length) throw new TypeError("Cannot read a key: a number in it is cut off");
      return { part: numberOf(bytes.subarray(at, at + 9)), next: at + 9 };
    case TYPE.true:
    case TYPE.false:
      return { part: bytes[at] === TYPE.true, next: at + 1 };
    default:
      throw new TypeError(`Cannot read a key: no part begins with the byte ${bytes[at]}`);
  }
}

/** Decodes text of ASCII characters; null for other text. */
function plainTextAt(bytes: Uint8Array, start: number): PartAt | null {
  let part = "";
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? END;
    if (byte > ASCII_AT_MOST) return null;
    if (byte === END) return bytes[at + 1] === ESCAPED ? null : { part, next: at + 1 };
    part += String.fromCharCode(byte);
  }
  return null;
}

function contentAt(bytes: Uint8Array, start: number): { content: Uint8Array<ArrayBuffer>; next: number } {
  const content: number[] = [];
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? END;
    if (byte !== END) content.push(byte);
    else if (bytes[at + 1] === ESCAPED) {
      content.push(END);
      at++;
    } else return { content: Uint8Array.from(content), next: at + 1 };
  }
  throw new TypeError("Cannot read a key: a part of it has no end");
}
