import { pause } from "../../../src/runtime/pause.ts";
import { asRefusal, mayPass, Refusal, unreachable } from "../../refusal.ts";
import { type Job, jobEvents } from "./job_events.ts";

/**
 * Milliseconds without any byte after which a stream counts as dead; the service sends one every 4 s. What stands
 * between may hold a whole stream back, with its first byte.
 */
const SILENT_MS = 15_000;
/** Milliseconds before the next try after a stream that brought something, and the longest wait between two tries. */
const SHORT_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;

/** The ways to a job of any kind. Both throw a `Refusal` where the service refuses, or cannot be reached. */
export interface JobSource {
  /**
   * Opens a stream of events after the event with the id `last`; null where the job has ended at that event. The signal
   * breaks it off.
   */
  open(last: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** Reads the job itself. */
  read(): Promise<Job>;
}

export interface FollowJobOptions {
  readonly onJob: (job: Job) => void;
  /** Hears why the service could not be reached, and null once it can be again. */
  readonly onTrouble: (trouble: Refusal | null) => void;
  readonly signal: AbortSignal;
  /** Milliseconds before the next try after a stream that brought something; that of the console if absent. */
  readonly shortWaitMs?: number;
  /** Milliseconds without any byte after which a stream counts as dead; that of the console if absent. */
  readonly silentMs?: number;
}

/** Whether a job has ended. */
export function hasEnded({ status }: Pick<Job, "status">): boolean {
  return ["succeeded", "failed", "cancelled"].includes(status);
}

/**
 * Follows a job to its end by the events of the service. A stream that ends early, as when the service starts again,
 * is opened anew from its last event; where there is no stream, the job is read itself, ever less often. Throws a
 * `Refusal` where the job may not be read, such as a deleted one.
 */
export async function followJob(source: JobSource, options: FollowJobOptions): Promise<void> {
  const { signal, shortWaitMs = SHORT_WAIT_MS } = options;
  let last: string | null = null;
  for (let fruitless = 0; !signal.aborted;) {
    const before = last;
    const streamed = await followStream(source, last, options);
    last = streamed.last;
    if (streamed.hasEnded || signal.aborted) return;
    fruitless = last === before ? fruitless + 1 : 0;
    if (fruitless > 0 && await readEnded(source, options)) return;
    await pause(Math.min(LONGEST_WAIT_MS, shortWaitMs * 2 ** fruitless), signal);
  }
}

/** Follows one stream as long as it lasts. Returns the id of its last event, and whether the job has ended. */
async function followStream(
  source: JobSource,
  from: string | null,
  { onJob, onTrouble, signal, silentMs = SILENT_MS }: FollowJobOptions,
): Promise<{ readonly last: string | null; readonly hasEnded: boolean }> {
  let last = from;
  try {
    const stream = await openedInTime(source, from, { signal, silentMs });
    if (stream === null) return { last, hasEnded: false };
    for await (const { id, job } of jobEvents(stream, { silentMs })) {
      last = id;
      onTrouble(null);
      onJob(job);
      if (hasEnded(job) || signal.aborted) return { last, hasEnded: hasEnded(job) };
    }
  } catch (error) {
    if (isFinal(error, signal)) throw error;
  }
  return { last, hasEnded: false };
}

/** Opens a stream. Throws a `Refusal` where it does not begin within `silentMs`. */
async function openedInTime(
  source: JobSource,
  from: string | null,
  { signal, silentMs }: { readonly signal: AbortSignal; readonly silentMs: number },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const leaving = new AbortController();
  signal.addEventListener("abort", () => leaving.abort(signal.reason), { once: true, signal: leaving.signal });
  const timer = setTimeout(() => leaving.abort(), silentMs);
  try {
    return await source.open(from, leaving.signal);
  } catch (error) {
    throw leaving.signal.aborted && !signal.aborted ? unreachable() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the job itself, where the service can be reached. Returns whether the job has ended. */
async function readEnded(source: JobSource, { onJob, onTrouble, signal }: FollowJobOptions): Promise<boolean> {
  try {
    const job = await source.read();
    onTrouble(null);
    onJob(job);
    return hasEnded(job);
  } catch (error) {
    if (isFinal(error, signal)) throw error;
    if (!signal.aborted) onTrouble(asRefusal(error));
    return false;
  }
}

/** Whether an error is one that a later try would meet again: a refusal for good, or a fault of the console. */
function isFinal(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return false;
  return !(error instanceof Refusal && mayPass(error));
}
