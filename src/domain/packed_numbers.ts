/** Numbers as text: float64, little-endian, in base64. Exact, and of a third of the length of decimals. */
export function packedNumbers(values: ArrayLike<number>): string {
  return new Uint8Array(Float64Array.from(values).buffer).toBase64();
}

/** What `packedNumbers` packed. Throws a `SyntaxError` or a `RangeError` for another text. */
export function unpackedNumbers(text: string): Float64Array<ArrayBuffer> {
  return new Float64Array(Uint8Array.fromBase64(text).buffer);
}
