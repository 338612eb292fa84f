// @ts-types="./pg.d.ts"
import type pg from "pg";
import { systemClock } from "../../runtime/clock.ts";
import { pause } from "../../runtime/pause.ts";
import type { ListenOptions } from "../encoded_kv.ts";
import { endConnection } from "./end_connection.ts";
import type { PostgresPool } from "./postgres_pool.ts";

const RECONNECT_MS = 1_000;
/** Time between two looks whether the listening connection still answers: a network may lose it without a word. */
const HEARTBEAT_MS = 15_000;
const ANSWER_MS = 3_000;

/**
 * Tells other processes on the same database that something was committed that they wait for, by `NOTIFY`. Notices can
 * get lost, so who listens must also look from time to time.
 */
export class PostgresBell {
  readonly #pool: PostgresPool;
  readonly #channel: string;
  readonly #heartbeatMs: number;
  readonly #listeners = new Set<Listener>();
  readonly #over = new AbortController();
  /** Messages that are not sent yet, as JSON. Equal ones become one. */
  readonly #unsent = new Set<string>();
  #ringing: Promise<void> | null = null;
  #listening: Promise<void> | null = null;
  #isReached = false;

  constructor(pool: PostgresPool, { heartbeatMs = HEARTBEAT_MS }: { readonly heartbeatMs?: number } = {}) {
    this.#pool = pool;
    this.#channel = `${pool.schema}_jobs`;
    this.#heartbeatMs = heartbeatMs;
  }

  /** Sends a message to all processes. Those that come while others are being sent go together. */
  ring(message: unknown): void {
    if (this.#over.signal.aborted) return;
    this.#unsent.add(JSON.stringify(message));
    this.#ringing ??= this.#ringUntilQuiet();
  }

  /**
   * Calls `handle` with each message, until the signal aborts or the bell is closed, and with null where messages may
   * have been missed. Connects again after the connection broke.
   */
  async listen(handle: Listener["handle"], { signal, onReach }: ListenOptions = {}): Promise<void> {
    const listener: Listener = { handle, onReach: onReach ?? (() => undefined) };
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
    if (this.#isReached) listener.onReach(true);
    await (this.#listening ??= this.#listenUntilClosed());
  }

  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all([this.#ringing, this.#listening]);
  }

  async #ringUntilQuiet(): Promise<void> {
    const statement = { name: "ring", text: "SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS sent (notice)" };
    while (this.#unsent.size > 0 && !this.#over.signal.aborted) {
      const notices = [...this.#unsent].map((message) => noticeOf(message, systemClock.now()));
      this.#unsent.clear();
      try {
        await this.#pool.query(statement, [this.#channel, notices], { isRepeatable: true });
      } catch {
        // A ring that does not get through costs the listeners the time until they look by themselves.
      }
    }
    this.#ringing = null;
  }

  async #listenUntilClosed(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#listenUntilBroken();
      if (!this.#over.signal.aborted) await pause(RECONNECT_MS, this.#over.signal);
    }
  }

  async #listenUntilBroken(): Promise<void> {
    const client = this.#pool.client(), broken = new AbortController();
    const stop = (): void => broken.abort();
    client.on("error", stop);
    client.on("end", stop);
    client.on("notification", ({ payload = "" }) => this.#tell(payload));
    this.#over.signal.addEventListener("abort", stop);
    try {
      await client.connect();
      await client.query({ text: `LISTEN ${this.#channel}`, query_timeout: ANSWER_MS });
      this.#reach(true);
      // Rings may have been missed while there was no connection.
      for (const { handle } of this.#listeners) handle(null);
      await this.#beat(client, broken.signal);
    } catch {
      // The bell is only faster than looking: the store itself tells that the database is away.
    } finally {
      this.#reach(false);
      this.#over.signal.removeEventListener("abort", stop);
      await endConnection(client);
    }
  }

  async #beat(client: pg.Client, broken: AbortSignal): Promise<void> {
    while (!broken.aborted && !this.#over.signal.aborted) {
      await pause(this.#heartbeatMs, broken);
      if (!broken.aborted) await client.query({ text: "SELECT 1", query_timeout: ANSWER_MS });
    }
  }

  #reach(isReached: boolean): void {
    if (this.#isReached === isReached) return;
    this.#isReached = isReached;
    for (const { onReach } of this.#listeners) onReach(isReached);
  }

  #tell(notice: string): void {
    const { message, delayMs } = heardOf(notice, systemClock.now());
    for (const { handle } of this.#listeners) handle(message, delayMs);
  }
}

interface Listener {
  /** Gets each message, with the milliseconds that it was on its way where they are known. */
  readonly handle: (message: unknown, delayMs?: number) => void;
  readonly onReach: (isReached: boolean) => void;
}

/** Returns the text of a notice: the time at which it is sent, and its message as JSON. */
function noticeOf(message: string, now: number): string {
  return `${now} ${message}`;
}

/**
 * Returns the message of a notice, null for one that no process of the service sent, and how long it was on its way.
 */
function heardOf(notice: string, now: number): { readonly message: unknown; readonly delayMs?: number } {
  const [, rungAt = "", message = ""] = /^(\d+) (.+)$/s.exec(notice) ?? [];
  try {
    return { message: JSON.parse(message), delayMs: Math.max(0, now - Number(rungAt)) };
  } catch (error) {
    if (error instanceof SyntaxError) return { message: null };
    throw error;
  }
}
