/**
 * Waits for a promise and shows on a terminal what it waits for. Rejects with the promise's error, or with the signal's
 * reason where it aborts first.
 */
export async function waiting<Value>(
  what: string,
  { value, signal }: { readonly value: Promise<Value>; readonly signal: AbortSignal },
): Promise<Value> {
  const isShown = Deno.stderr.isTerminal();
  if (isShown) write(`${what} …`);
  const over = new AbortController();
  try {
    return await Promise.race([value, rejectionOf(signal, over.signal)]);
  } finally {
    over.abort();
    if (isShown) write("\r\x1b[2K");
  }
}

function rejectionOf(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: over });
  });
}

function write(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}
