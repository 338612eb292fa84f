import { computed, signal } from "@preact/signals";

/** Times in milliseconds at which requests that wait for the service are sent again. */
const ends = signal<readonly number[]>([]);

/** Time in milliseconds at which the last request that waits for the service is sent again; null if none waits. */
export const waitsUntil = computed(() => ends.value.length === 0 ? null : Math.max(...ends.value));

/** Milliseconds after which a person is told that an answer takes longer than usual. */
const LATE_MS = 20_000;

const late = signal(0);

/** Whether a request has waited so long for its answer that the page says so. */
export const isAnswerLate = computed(() => late.value > 0);

/** Returns an answer, while the page shows from `afterMs` on that it takes longer than usual. */
export async function watched<Answer>(answer: Promise<Answer>, afterMs = LATE_MS): Promise<Answer> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late.value++;
  }, afterMs);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isLate) late.value--;
  }
}

/**
 * Waits before a request is sent again, while the page shows that it does. Throws the signal's reason if it aborts
 * before.
 */
export async function wait(seconds: number, abort?: AbortSignal): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  ends.value = [...ends.value, end];
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      abort?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(abort.reason);
      }, { once: true });
    });
  } finally {
    const at = ends.value.indexOf(end);
    ends.value = ends.value.filter((_, index) => index !== at);
  }
}
