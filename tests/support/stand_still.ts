/** Test helper. Holds the thread for a number of milliseconds, as a long computation or a busy machine does. */
export function standStill(durationMs: number): void {
  const until = performance.now() + durationMs;
  while (performance.now() < until);
}
