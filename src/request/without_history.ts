import type { ByteRange } from "../domain/artifact.ts";

/**
 * Returns the JSON text of a run's config, as bytes, with an empty object in place of its prices or returns. `start` is
 * the place of the first byte within the braces of these, `end` that of the closing brace.
 */
export function withoutHistory(config: Uint8Array, { start, end }: ByteRange): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(config.length - (end - start));
  bytes.set(config.subarray(0, start));
  bytes.set(config.subarray(end), start);
  return bytes;
}
