/**
 * Whether an `If-None-Match` header, a list of ETags or `*`, names this ETag. Weak ETags compare like strong ones (RFC
 * 9110, 13.1.2).
 */
export function namesTag(list: string | null, etag: string): boolean {
  const tags = (list ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}
