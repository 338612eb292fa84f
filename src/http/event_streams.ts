import type { Log } from "../dependencies.ts";
import { pause } from "../jobs/pause.ts";

/** The record at one moment, as an event. */
export interface RecordEvent {
  /** Differs from the one before exactly where the record does. */
  readonly id: string;
  readonly data: string;
  /** Whether the record changes no more. */
  readonly isLast: boolean;
}

/** Reads a record; null where it is no longer there. */
export type ReadRecord = () => Promise<RecordEvent | null>;

/** A change by any process is seen within this time. */
const POLL_MS = 250;
/** A comment after so many polls without a change: proxies keep the connection, and a client that went away is noticed. */
const QUIET_POLLS_AT_MOST = 10_000 / POLL_MS;
/** The life of an access token: whoever lost the right to read does not read on for longer. The client comes again by itself. */
const POLLS_AT_MOST = 15 * 60_000 / POLL_MS;

/** Server-sent events (HTML standard, 9.2): the streams that are open, so that a graceful stop can end them first. */
export class EventStreams {
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #open = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** How many streams are being read. */
  get open(): number {
    return this.#open;
  }

  /** A record as events, one a change, beginning with what it is now; ends with the record, the client, and the service. */
  follow(read: ReadRecord, client: AbortSignal): ReadableStream<Uint8Array> {
    const cancelled = new AbortController();
    const frames = this.#frames(read, AbortSignal.any([this.#stopping.signal, client, cancelled.signal]));
    const encoder = new TextEncoder();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await frames.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => cancelled.abort(),
    }, { highWaterMark: 0 });
  }

  /** Ends every stream, and those that are opened from now on after their first event. */
  end(): void {
    this.#stopping.abort();
  }

  async *#frames(read: ReadRecord, over: AbortSignal): AsyncGenerator<string> {
    this.#open++;
    try {
      yield* changes(read, over);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn("event stream broke off", { reason });
    } finally {
      this.#open--;
    }
  }
}

async function* changes(read: ReadRecord, over: AbortSignal): AsyncGenerator<string> {
  let sent = "";
  for (let [polls, quietPolls] = [0, 0]; polls < POLLS_AT_MOST; polls++) {
    const event = await read();
    if (event === null) return;
    const isNew = event.id !== sent;
    quietPolls = isNew ? 0 : (quietPolls + 1) % QUIET_POLLS_AT_MOST;
    if (isNew) yield `id: ${event.id}\ndata: ${event.data}\n\n`;
    else if (quietPolls === 0) yield ":\n\n";
    sent = event.id;
    if (event.isLast) return;
    await pause(POLL_MS, over);
    if (over.aborted) return;
  }
}
