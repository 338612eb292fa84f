/** Sets the headers that every response carries, and the defaults of those that an endpoint may set itself. */
export function setSecurityHeaders(
  headers: Headers,
  { requestId, isSecure }: { requestId: string; isSecure: boolean },
): void {
  headers.set("x-request-id", requestId);
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "no-referrer");
  // RFC 6797, 7.2: never over plain HTTP.
  if (isSecure) headers.set("strict-transport-security", "max-age=31536000");
  setDefault(headers, "cache-control", "no-store");
  setDefault(headers, "content-security-policy", "default-src 'none'; frame-ancestors 'none'");
}

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
