import { createHash } from "node:crypto";
import type { AlignedReturns } from "./alignment.ts";

/**
 * Returns the SHA-256 digest of aligned returns, as `sha256:` and hexadecimal digits. Hashes `JSON.stringify({assets,
 * dates})`, then the returns row by row as little-endian float64.
 */
export function returnsDigest(aligned: AlignedReturns): string {
  const { assets, dates, returns } = aligned;
  const hash = createHash("sha256").update(JSON.stringify({ assets, dates }));
  const bytes = new DataView(new ArrayBuffer(8 * returns.columns));
  for (let t = 0; t < returns.rows; t++) {
    for (let j = 0; j < returns.columns; j++) bytes.setFloat64(8 * j, returns.data[t * returns.columns + j], true);
    hash.update(new Uint8Array(bytes.buffer));
  }
  return `sha256:${hash.digest("hex")}`;
}
