import { answered, api } from "../../api.ts";
import { asRefusal, type Refusal } from "../../refusal.ts";
import { type Job, jobEvents } from "./job_events.ts";

/** Milliseconds without any byte after which a stream counts as dead; the service sends one every 4 s. */
const SILENT_MS = 15_000;
/** Milliseconds before the next try after a stream that brought something, and the longest wait between two tries. */
const SHORT_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;

export interface FollowJobOptions {
  readonly onJob: (job: Job) => void;
  /** Hears why the service could not be reached, and null once it can be again. */
  readonly onTrouble: (trouble: Refusal | null) => void;
  readonly signal: AbortSignal;
}

/** Whether a job has ended. */
export function hasEnded({ status }: Pick<Job, "status">): boolean {
  return ["succeeded", "failed", "cancelled"].includes(status);
}

/**
 * Follows a job of any kind to its end by the events of the service. A stream that ends early, as when the service
 * starts again, is opened anew from its last event; where there is no stream, the job is read itself, ever less often.
 * Throws a `Refusal` where the job may not be read, such as a deleted one.
 */
export async function followJob(id: string, { onJob, onTrouble, signal }: FollowJobOptions): Promise<void> {
  let last: string | null = null;
  for (let fruitless = 0; !signal.aborted;) {
    const hadEvent = last;
    try {
      for await (const event of await openStream(id, last, signal)) {
        last = event.id;
        fruitless = 0;
        onTrouble(null);
        onJob(event.job);
        if (hasEnded(event.job)) return;
      }
    } catch (error) {
      if (isFinal(error, signal)) throw error;
    }
    if (signal.aborted) return;
    if (last === hadEvent) {
      fruitless++;
      const job = await readJob(id, { onTrouble, signal });
      if (job !== null) onJob(job);
      if (job !== null && hasEnded(job)) return;
    }
    await pause(Math.min(LONGEST_WAIT_MS, SHORT_WAIT_MS * 2 ** fruitless), signal);
  }
}

async function openStream(
  id: string,
  last: string | null,
  signal: AbortSignal,
): Promise<ReturnType<typeof jobEvents>> {
  const stream = await answered(api.GET("/jobs/{run_id}/events", {
    params: { path: { run_id: id } },
    headers: last === null ? {} : { "last-event-id": last },
    parseAs: "stream",
    signal,
  }));
  // An answer without content says that the job has ended, which its record tells as well.
  return jobEvents(stream ?? new ReadableStream({ start: (controller) => controller.close() }), {
    silentMs: SILENT_MS,
  });
}

/** Returns the job itself, or null where the service cannot be reached now. */
async function readJob(id: string, { onTrouble, signal }: Omit<FollowJobOptions, "onJob">): Promise<Job | null> {
  try {
    const job = await answered(api.GET("/jobs/{run_id}", { params: { path: { run_id: id } }, signal }));
    onTrouble(null);
    return job;
  } catch (error) {
    if (isFinal(error, signal)) throw error;
    if (!signal.aborted) onTrouble(asRefusal(error));
    return null;
  }
}

/** Whether an error is one that a later try would meet again: a refusal for good, or a fault of the console. */
function isFinal(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return false;
  const { status } = asRefusal(error);
  return status >= 400 && status < 500 && status !== 429;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
