import { createHash } from "node:crypto";
import type { AlignedReturns } from "./alignment.ts";

/**
 * SHA-256, as `sha256:` and hexadecimal digits, of `JSON.stringify({assets, dates})` and then the returns as
 * little-endian float64 row by row.
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
