import { printable } from "./printable.ts";

/** Writes lines to the standard output, all of them and each `printable`, and hands the exit code on. */
export function print(text: string, code: number): number {
  const bytes = new TextEncoder().encode(text.split("\n").map(printable).join("\n"));
  for (let written = 0; written < bytes.length;) written += Deno.stdout.writeSync(bytes.subarray(written));
  return code;
}

/** Writes a sentence to the standard error as one `printable` line, and hands the exit code on. */
export function complain(sentence: string, code: number): number {
  Deno.stderr.writeSync(new TextEncoder().encode(`${printable(sentence)}\n`));
  return code;
}

/** Writes each line of a text by `complain`. */
export function complainLines(text: string, code: number): number {
  for (const line of text.split("\n")) complain(line, code);
  return code;
}
