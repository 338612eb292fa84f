/** Type of the headers of a response. Their names are in lower case. */
export type ResponseHeaders = Record<string, string>;

/**
 * Returns the security headers that every response carries. A header of the same name that an endpoint's handler sets
 * replaces one of them.
 */
export function securityHeaders({ requestId, isSecure }: { requestId: string; isSecure: boolean }): ResponseHeaders {
  return {
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    // `Strict-Transport-Security` must never be sent over plain HTTP (RFC 6797, 7.2).
    ...isSecure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {},
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    // `base-uri`, `form-action` and `frame-ancestors` do not fall back to `default-src`, so they are set one by one: a
    // page that a browser makes of an answer may load and send nothing.
    "content-security-policy":
      "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
}
