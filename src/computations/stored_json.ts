/** Returns the value of stored JSON bytes. */
export function storedJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
