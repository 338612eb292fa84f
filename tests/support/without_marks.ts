/**
 * Test helper. Replaces in the text of a stored document the values that differ between runs of the same request: the
 * ids of jobs, the times and the digests of the WebAssembly modules.
 */
export function withoutMarks(text: string): string {
  return text.replaceAll(/\b(run|mc|bt)_[0-9A-HJKMNP-TV-Z]{26}\b/g, "$1_")
    .replace(/"elapsed_ms":\d+,"phases_ms":\{[^}]*\}/, '"elapsed_ms":0,"phases_ms":{}')
    .replace(/"(core|solver)_digest":"[^"]*"/g, '"$1_digest":""');
}
