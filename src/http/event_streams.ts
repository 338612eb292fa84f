import type { Log } from "../runtime/log.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { pause } from "../runtime/pause.ts";

/** Type of a server-sent event that shows the state of a record (a job) at one moment. */
export interface RecordEvent {
  /** Id of the server-sent event. It differs from the previous event's id exactly when the record has changed. */
  readonly id: string;
  readonly data: string;
  /** Whether this server-sent event is the last: the record is final and will not change. */
  readonly isLast: boolean;
}

/** Reads the current state of a record as an event. Returns null if the record was deleted. */
export type ReadRecord = () => Promise<RecordEvent | null>;

/** Type of what an event stream needs: a reader of its record, and a check of the client's permission to read it. */
export interface Followed {
  readonly read: ReadRecord;
  /** Callback that checks whether the client that opened the event stream may still read the record. */
  readonly isAllowed: () => Promise<boolean>;
}

/** Type of the timing of an event stream: how often it reads its record, and how long it lasts. */
export interface StreamTiming {
  /**
   * Time in milliseconds between two reads of the record for an event stream. A change by any process is seen within
   * this time.
   */
  readonly pollMs: number;
  /**
   * Number of reads of the record without a change after which the event stream sends a comment. The comment keeps
   * proxies from closing the connection, and reveals a client that has left.
   */
  readonly quietPolls: number;
  /**
   * Number of reads of the record after which the event stream ends, which takes about the lifetime of an access token.
   * The limit bounds how long a reader without permission can read on. The client reconnects by itself.
   */
  readonly pollsAtMost: number;
  /**
   * Time in milliseconds between two checks of the reader's permission. The stream ends within 5 s after the permission
   * is lost.
   */
  readonly askMs: number;
}

const TIMING: StreamTiming = { pollMs: 250, quietPolls: 16, pollsAtMost: 3_600, askMs: 2_000 };

/**
 * Largest number of open event streams per account: as many as a browser opens on one connection. 100 streams need
 * about 12 MB.
 */
const STREAMS_OF_ACCOUNT = 100;
const RETRY_AFTER_SECONDS = 60;

/**
 * Opens and tracks the streams of server-sent events (HTML standard, 9.2), so that a graceful stop of the service can
 * end them first.
 */
export class EventStreams {
  readonly #log: Log;
  readonly #timing: StreamTiming;
  readonly #stopping = new AbortController();
  readonly #open = new Map<AccountId, number>();

  constructor(log: Log, timing: StreamTiming = TIMING) {
    this.#log = log;
    this.#timing = timing;
  }

  /** Number of event streams that are open in this process. */
  get open(): number {
    return this.#open.values().reduce((sum, count) => sum + count, 0);
  }

  /**
   * Returns a stream of server-sent events for a record: its state now, then an event for each changed state that a
   * later read finds. The stream ends when the record is final or deleted, the reader loses permission, the client
   * leaves, the service stops, or after about 15 minutes. It counts as open from this call, even before it is read.
   * Throws `rate_limited` if the account has too many open streams.
   */
  follow(accountId: AccountId, followed: Followed, client: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
    const leave = this.enter(accountId);
    client.addEventListener("abort", leave, { once: true });
    const ended = new AbortController();
    const over = AbortSignal.any([this.#stopping.signal, client, ended.signal]);
    const frames = this.#frames(followed, { ended, over, leave });
    const encoder = new TextEncoder();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await frames.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        ended.abort();
        leave();
        await frames.return(undefined);
      },
    }, { highWaterMark: 0 });
  }

  /**
   * Takes one of the places that an account has for open event streams, before anything is done for the stream. Returns
   * the function that gives it back, whose later calls do nothing. Throws `rate_limited` like `follow`.
   */
  enter(accountId: AccountId): () => void {
    const open = this.#open.get(accountId) ?? 0;
    if (open >= STREAMS_OF_ACCOUNT) throw tooMany();
    this.#open.set(accountId, open + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#open.get(accountId) ?? 1) - 1;
      if (left > 0) this.#open.set(accountId, left);
      else this.#open.delete(accountId);
    };
  }

  /**
   * Passes on a stream of events that another part makes. It ends when the service stops or the signal aborts. `leave`
   * gives its place back, if it has one.
   */
  pass(
    events: ReadableStream<Uint8Array<ArrayBuffer>>,
    signal: AbortSignal,
    leave: () => void,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const over = AbortSignal.any([this.#stopping.signal, signal]);
    const reader = events.getReader();
    const end = async (reason?: unknown): Promise<void> => {
      leave();
      over.removeEventListener("abort", stop);
      await reader.cancel(reason);
    };
    const stop = (): void => void end().catch((error) => this.#warn(error));
    over.addEventListener("abort", stop);
    if (over.aborted) stop();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        leave();
        over.removeEventListener("abort", stop);
        controller.close();
      },
      cancel: end,
    }, { highWaterMark: 0 });
  }

  /** Ends every open event stream. Streams that open afterwards end after their first event. */
  end(): void {
    this.#stopping.abort();
  }

  async *#frames({ read, isAllowed }: Followed, { ended, over, leave }: StreamEnds): AsyncGenerator<string> {
    const watching = this.#endWithRight(isAllowed, { ended, over });
    try {
      yield* changes(read, this.#timing, over);
    } catch (error) {
      this.#warn(error);
    } finally {
      leave();
      ended.abort();
      await watching;
    }
  }

  async #endWithRight(
    isAllowed: Followed["isAllowed"],
    { ended, over }: Pick<StreamEnds, "ended" | "over">,
  ): Promise<void> {
    try {
      do await pause(this.#timing.askMs, over); while (!over.aborted && await isAllowed());
    } catch (error) {
      this.#warn(error);
    }
    ended.abort();
  }

  #warn(error: unknown): void {
    this.#log.warn("event stream broke off", { reason: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Type of the parts that end one event stream: its abort controller, its abort signal, and the function that removes it
 * from the account's count.
 */
interface StreamEnds {
  readonly ended: AbortController;
  readonly over: AbortSignal;
  /** Removes the event stream from the account's count of open streams. */
  readonly leave: () => void;
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
