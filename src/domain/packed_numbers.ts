/** Packs numbers into text: float64, little-endian, in base64. The text is exact and a third as long as decimals. */
export function packedNumbers(values: ArrayLike<number>): string {
  return new Uint8Array(Float64Array.from(values).buffer).toBase64();
}

/** Unpacks numbers that `packedNumbers` packed. Throws a `SyntaxError` or a `RangeError` for any other text. */
export function unpackedNumbers(text: string): Float64Array<ArrayBuffer> {
  return new Float64Array(Uint8Array.fromBase64(text).buffer);
}
