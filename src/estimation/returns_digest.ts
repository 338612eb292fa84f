import { createHash } from "node:crypto";
import type { AlignedReturns } from "./alignment.ts";

/**
 * Returns the SHA-256 digest of aligned returns, as `sha256:` and hexadecimal digits. Hashes `JSON.stringify({assets,
 * dates})`, then the returns row by row as little-endian float64.
 */
export function returnsDigest(aligned: AlignedReturns): string {
  const { assets, dates, returns } = aligned;
  const hash = createHash("sha256").update(JSON.stringify({ assets, dates }));
  const { buffer, byteOffset, byteLength } = returns.data;
  // Memory is little-endian wherever the runtime runs.
  hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return `sha256:${hash.digest("hex")}`;
}
