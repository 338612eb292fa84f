/** What stored bytes of JSON say. */
export function storedJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
