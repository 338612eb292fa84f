/** Headers of a response by their names in lower case. */
export type ResponseHeaders = Record<string, string>;

/** The headers that every response carries; an endpoint may set the last two otherwise. */
export function securityHeaders({ requestId, isSecure }: { requestId: string; isSecure: boolean }): ResponseHeaders {
  return {
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    // RFC 6797, 7.2: never over plain HTTP.
    ...isSecure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {},
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    // What has no fallback in default-src is named: a page that a browser makes of an answer may load and send nothing.
    "content-security-policy":
      "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
}
