import { printable } from "./printable.ts";

/**
 * Writes text to the standard output, each line made safe for a terminal by `printable`, and returns the given exit
 * code.
 */
export function print(text: string, code: number): number {
  const bytes = new TextEncoder().encode(text.split("\n").map(printable).join("\n"));
  for (let written = 0; written < bytes.length;) written += Deno.stdout.writeSync(bytes.subarray(written));
  return code;
}

/**
 * Writes a sentence to the standard error as one line, made safe for a terminal by `printable`, and returns the given
 * exit code.
 */
export function complain(sentence: string, code: number): number {
  Deno.stderr.writeSync(new TextEncoder().encode(`${printable(sentence)}\n`));
  return code;
}

/** Writes each line of a text to the standard error by `complain` and returns the given exit code. */
export function complainLines(text: string, code: number): number {
  for (const line of text.split("\n")) complain(line, code);
  return code;
}
