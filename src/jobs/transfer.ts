/**
 * Returns the buffers of every typed array in a value of plain objects and arrays, each once, without buffers that
 * threads share. The buffers can be transferred to a worker instead of copied.
 */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  collect(value, buffers);
  return [...buffers];
}

function collect(value: unknown, buffers: Set<ArrayBuffer>): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
  } else if (Array.isArray(value)) {
    if (typeof value[0] !== "number") { for (const item of value) collect(item, buffers); }
  } else if (Object.getPrototypeOf(value) === Object.prototype) {
    for (const item of Object.values(value)) collect(item, buffers);
  }
}
