/** Writes a text to the standard output, all of it, and hands the exit code on. */
export function print(text: string, code: number): number {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += Deno.stdout.writeSync(bytes.subarray(written));
  return code;
}

/** Writes a sentence as a line to the standard error, and hands the exit code on. */
export function complain(sentence: string, code: number): number {
  Deno.stderr.writeSync(new TextEncoder().encode(sentence + "\n"));
  return code;
}
