/**
 * Returns the one-time token of the mailed link that opened the page; empty without one. It stands in the fragment of
 * the address, which no server sees. It stays there, so that the page can be loaded again until the token is used.
 */
export function mailedToken(): string {
  return new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
}
