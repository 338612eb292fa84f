import type { Log } from "../runtime/log.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { pause } from "../runtime/pause.ts";

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

/** How often records are looked at, and for how long. */
export interface StreamTiming {
  /** A change by any process is seen within this time. */
  readonly pollMs: number;
  /**
   * A comment after so many polls without a change: proxies keep the connection, and a client that went away is
   * noticed.
   */
  readonly quietPolls: number;
  /**
   * The life of an access token: whoever lost the right to read does not read on for longer. The client comes again by
   * itself.
   */
  readonly pollsAtMost: number;
}

const TIMING: StreamTiming = { pollMs: 250, quietPolls: 40, pollsAtMost: 3_600 };

/** As many as a browser opens on one connection; 100 cost about 12 MB. */
const STREAMS_OF_ACCOUNT = 100;
const RETRY_AFTER_SECONDS = 60;

/** Server-sent events (HTML standard, 9.2): the streams that are open, so that a graceful stop can end them first. */
export class EventStreams {
  readonly #log: Log;
  readonly #timing: StreamTiming;
  readonly #stopping = new AbortController();
  readonly #open = new Map<AccountId, number>();

  constructor(log: Log, timing: StreamTiming = TIMING) {
    this.#log = log;
    this.#timing = timing;
  }

  /** How many streams are being read. */
  get open(): number {
    return this.#open.values().reduce((sum, count) => sum + count, 0);
  }

  /**
   * A record as events, one a change, beginning with what it is now; ends with the record, the client, and the service.
   * Throws `rate_limited` where the account has too many open.
   */
  follow(accountId: AccountId, read: ReadRecord, client: AbortSignal): ReadableStream<Uint8Array> {
    if (this.#openOf(accountId) >= STREAMS_OF_ACCOUNT) throw tooMany();
    const cancelled = new AbortController();
    const over = AbortSignal.any([this.#stopping.signal, client, cancelled.signal]);
    const frames = this.#frames(accountId, read, over);
    const encoder = new TextEncoder();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await frames.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        cancelled.abort();
        await frames.return(undefined);
      },
    }, { highWaterMark: 0 });
  }

  /** Ends every stream, and those that are opened from now on after their first event. */
  end(): void {
    this.#stopping.abort();
  }

  #openOf(accountId: AccountId): number {
    return this.#open.get(accountId) ?? 0;
  }

  async *#frames(accountId: AccountId, read: ReadRecord, over: AbortSignal): AsyncGenerator<string> {
    this.#open.set(accountId, this.#openOf(accountId) + 1);
    try {
      yield* changes(read, this.#timing, over);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn("event stream broke off", { reason });
    } finally {
      const left = this.#openOf(accountId) - 1;
      if (left > 0) this.#open.set(accountId, left);
      else this.#open.delete(accountId);
    }
  }
}

async function* changes(read: ReadRecord, timing: StreamTiming, over: AbortSignal): AsyncGenerator<string> {
  let sent = "";
  for (let [polls, quietPolls] = [0, 0]; polls < timing.pollsAtMost; polls++) {
    const event = await read();
    if (event === null) return;
    const isNew = event.id !== sent;
    quietPolls = isNew ? 0 : (quietPolls + 1) % timing.quietPolls;
    if (isNew) yield `id: ${event.id}\ndata: ${event.data}\n\n`;
    else if (quietPolls === 0) yield ":\n\n";
    sent = event.id;
    if (event.isLast) return;
    await pause(timing.pollMs, over);
    if (over.aborted) return;
  }
}

function tooMany(): DomainError {
  const detail = `Cannot follow more than ${STREAMS_OF_ACCOUNT} jobs at once: close a stream and try again`;
  return new DomainError("rate_limited", detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
