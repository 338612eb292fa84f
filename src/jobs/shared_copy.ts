/** Copies of buffers in memory that threads share, each made once. */
export type SharedCopies = WeakMap<ArrayBufferLike, SharedArrayBuffer>;

/**
 * Returns a value of plain objects and arrays with each array of doubles copied into memory that threads share, so that
 * it crosses between threads without a further copy. Everything else is the same as in the value.
 */
export function sharedCopy(value: unknown, copies: SharedCopies): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Float64Array) {
    return new Float64Array(sharedBuffer(value, copies), value.byteOffset, value.length);
  }
  if (Array.isArray(value)) {
    return typeof value[0] === "object" ? value.map((item) => sharedCopy(item, copies)) : value;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sharedCopy(item, copies)]));
}

function sharedBuffer({ buffer }: Float64Array, copies: SharedCopies): SharedArrayBuffer {
  if (buffer instanceof SharedArrayBuffer) return buffer;
  const known = copies.get(buffer);
  if (known !== undefined) return known;
  const copy = new SharedArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  copies.set(buffer, copy);
  return copy;
}
