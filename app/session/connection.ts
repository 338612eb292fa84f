import { signal } from "@preact/signals";

/** Whether the service was reached by the last request; not while the browser says that it has no network. */
export const isReachable = signal(globalThis.navigator?.onLine !== false);

/** Number of times that the service could be reached again. Pages read again what they show when it grows. */
export const reconnects = signal(0);

/** Milliseconds between two looks for a service that cannot be reached: the first ones, and the longest. */
const FIRST_LOOK_MS = 1_000, LONGEST_LOOK_MS = 15_000;
let look: ReturnType<typeof setTimeout> | undefined;

/** Notes that a request got an answer, whatever it says. */
export function noteAnswer(): void {
  if (isReachable.value) return;
  clearTimeout(look);
  isReachable.value = true;
  reconnects.value++;
}

/** Notes that a request got no answer, and looks for the service until there is one. */
export function noteSilence(): void {
  if (!isReachable.value) return;
  isReachable.value = false;
  lookAgain(FIRST_LOOK_MS);
}

function lookAgain(afterMs: number): void {
  clearTimeout(look);
  look = setTimeout(async () => {
    try {
      await fetch("/health", { cache: "no-store" });
      noteAnswer();
    } catch {
      // It still cannot be reached.
      lookAgain(Math.min(LONGEST_LOOK_MS, 2 * afterMs));
    }
  }, afterMs);
}

/** Listens to what the browser says of the network. */
export function watchNetwork(): void {
  addEventListener("offline", noteSilence);
  addEventListener("online", () => {
    if (!isReachable.value) lookAgain(0);
  });
  if (!isReachable.value) lookAgain(FIRST_LOOK_MS);
}
