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

/** What a stream shows, and to whom. */
export interface Followed {
  readonly read: ReadRecord;
  /** Whether who began to read may read on. */
  readonly isAllowed: () => Promise<boolean>;
}

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
  /** How often is asked whether the reader may read on: within 5 s of losing the right the stream has ended. */
  readonly askMs: number;
}

const TIMING: StreamTiming = { pollMs: 250, quietPolls: 40, pollsAtMost: 3_600, askMs: 2_000 };

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
   * A record as events, one a change, beginning with what it is now; ends with the record, the right to read it, the
   * client, and the service. It counts as open from here on, also while nobody has read of it yet. Throws
   * `rate_limited` where the account has too many open.
   */
  follow(accountId: AccountId, followed: Followed, client: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
    const leave = this.#enter(accountId);
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

  /** Ends every stream, and those that are opened from now on after their first event. */
  end(): void {
    this.#stopping.abort();
  }

  /** Counts one more stream of an account; what is given back ends it, once. */
  #enter(accountId: AccountId): () => void {
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

/** How a stream ends: by itself, or by whatever ends it from outside. */
interface StreamEnds {
  readonly ended: AbortController;
  readonly over: AbortSignal;
  /** Counts it no more. */
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
