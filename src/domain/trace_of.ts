/** Returns the log text of an unexpected error: its stack trace and those of its causes. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trace = error.stack ?? error.message;
  return error.cause === undefined ? trace : `${trace}\nCaused by: ${traceOf(error.cause)}`;
}
