import type { ByteRange } from "../domain/artifact.ts";

/**
 * Returns the JSON text of a run's config, as bytes, with an empty object in place of its prices or returns, or without
 * the returns of its scenarios. `start` is the first byte of what is left out, `end` the byte after it.
 */
export function withoutHistory(config: Uint8Array, { start, end }: ByteRange): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(config.length - (end - start));
  bytes.set(config.subarray(0, start));
  bytes.set(config.subarray(end), start);
  return bytes;
}
