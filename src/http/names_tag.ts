/**
 * Whether the `If-None-Match` of a request, a list of tags or `*`, names this one; tags that are weak compare alike
 * (RFC 9110, 13.1.2).
 */
export function namesTag(list: string | null, etag: string): boolean {
  const tags = (list ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}
