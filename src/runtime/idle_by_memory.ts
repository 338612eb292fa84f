/** Resident bytes from which a process has little memory left on a platform that gives it 768 MiB. */
export const CROWDED_BYTES: number = 400 * 1024 * 1024;
/** Idle milliseconds of a worker in such a process: enough for the next step of the same request. */
const CROWDED_IDLE_MS = 200;

/**
 * Returns a function that says for how many milliseconds a worker may be idle: `usualMs`, and almost none where the
 * process holds much memory, because a worker keeps what a large task left in its heap until it ends.
 */
export function idleByMemory(
  usualMs: number,
  residentBytes: () => number = () => Deno.memoryUsage().rss,
): () => number {
  return () => residentBytes() > CROWDED_BYTES ? Math.min(CROWDED_IDLE_MS, usualMs) : usualMs;
}
