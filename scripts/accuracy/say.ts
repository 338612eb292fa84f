/**
 * Writes text of an accuracy command to the standard output, or to the standard error where the exit code means wrong
 * use. Returns the exit code.
 */
export function say(text: string, code: number = EXIT.met): number {
  const stream = code === EXIT.refused ? Deno.stderr : Deno.stdout;
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += stream.writeSync(bytes.subarray(written));
  return code;
}

/** Exit codes of the accuracy task: every promise about accuracy is met, a promise is missed, wrong arguments. */
export const EXIT = { met: 0, missed: 1, refused: 2 } as const;
