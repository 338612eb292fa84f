/**
 * Returns the key under which a body is submitted, a UUID: the same one for the same body and mark. So what is sent
 * again after an answer was lost is no second job.
 */
export async function attemptKey(mark: string, body: Blob): Promise<string> {
  const marked = await new Blob([`${mark}\n`, body]).arrayBuffer();
  const bytes = await crypto.subtle.digest("SHA-256", marked);
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/** Returns the headers under which the same JSON with the same mark is submitted once. */
export async function attemptHeaders(mark: string, body: unknown): Promise<{ readonly "idempotency-key": string }> {
  return { "idempotency-key": await attemptKey(mark, new Blob([JSON.stringify(body)])) };
}
