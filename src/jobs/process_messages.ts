import { deserialize, serialize } from "node:v8";

/** Number of bytes before each message, which hold its length. */
const HEADER_BYTES = 8;

/**
 * Returns a message for another process of the same runtime: its length and its bytes in the engine's own form, which
 * holds numbers of typed arrays as they lie in memory. Memory that threads share is copied.
 */
export function messageBytes(message: unknown): Uint8Array<ArrayBuffer> {
  const content = serialize(withArrays(message, (array) => isShared(array) ? array.slice() : array));
  const bytes = new Uint8Array(HEADER_BYTES + content.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(content.length));
  bytes.set(content, HEADER_BYTES);
  return bytes;
}

/**
 * Yields the messages of another process in their order. Each typed array gets memory of its own, so that it can be
 * transferred alone. Ends with the stream, and throws if the stream ends within a message.
 */
export async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  let [wanted, filled, isHeader] = [new Uint8Array(HEADER_BYTES), 0, true];
  for await (const piece of stream) {
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + wanted.length - filled);
      wanted.set(taken, filled);
      [at, filled] = [at + taken.length, filled + taken.length];
      if (filled < wanted.length) break;
      if (!isHeader) yield withArrays(deserialize(wanted), (array) => array.slice());
      const length = isHeader ? Number(new DataView(wanted.buffer).getBigUint64(0)) : HEADER_BYTES;
      [wanted, filled, isHeader] = [new Uint8Array(length), 0, !isHeader];
    }
  }
  if (filled > 0 || !isHeader) throw new Error("Cannot read a message of another process: it ended within the message");
}

type TypedArray =
  | Float64Array
  | Float32Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array;

/**
 * Copies a message of plain objects and arrays, and replaces each typed array in it by what `change` returns for it.
 */
function withArrays(value: unknown, change: (array: TypedArray) => TypedArray): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isTypedArray(value)) return change(value);
  if (Array.isArray(value)) {
    return typeof value[0] === "number" ? value : value.map((item) => withArrays(item, change));
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withArrays(item, change)]));
}

function isTypedArray(value: object): value is TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function isShared({ buffer }: TypedArray): boolean {
  return buffer instanceof SharedArrayBuffer;
}
