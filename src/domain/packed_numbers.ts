/**
 * Packs numbers into text: float64, little-endian, in base64. The text is exact and about half as long as decimals of
 * full precision.
 */
export function packedNumbers(values: ArrayLike<number>): string {
  return new Uint8Array(Float64Array.from(values).buffer).toBase64();
}

/**
 * Unpacks numbers that `packedNumbers` packed. Throws a `SyntaxError` for a text that is not base64, and a `RangeError`
 * if its bytes are not a multiple of 8.
 */
export function unpackedNumbers(text: string): Float64Array<ArrayBuffer> {
  return new Float64Array(Uint8Array.fromBase64(text).buffer);
}
