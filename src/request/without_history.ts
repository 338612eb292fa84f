import type { ByteRange } from "../domain/artifact.ts";

/** Returns the bytes of a config without those of its history. They are the JSON text of the other fields. */
export function withoutHistory(config: Uint8Array, { start, end }: ByteRange): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(config.length - (end - start));
  bytes.set(config.subarray(0, start));
  bytes.set(config.subarray(end), start);
  return bytes;
}
