/** Writes a text, to the standard error where it is a refusal, and hands the exit code on. */
export function say(text: string, code: number = EXIT.met): number {
  const stream = code === EXIT.refused ? Deno.stderr : Deno.stdout;
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += stream.writeSync(bytes.subarray(written));
  return code;
}

/** Exit codes: every promise is met, one is not, wrong use. */
export const EXIT = { met: 0, missed: 1, refused: 2 } as const;
