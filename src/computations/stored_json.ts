/** Parses stored bytes as JSON. */
export function storedJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
