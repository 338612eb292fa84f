// @ts-types="./pg.d.ts"
import type pg from "pg";
import { systemClock } from "../../runtime/clock.ts";
import { pause } from "../../runtime/pause.ts";
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
  readonly #listeners = new Set<BellListener>();
  readonly #over = new AbortController();
  #listening: Promise<void> | null = null;
  #ringing: Promise<void> | null = null;
  #isRungAgain = false;

  constructor(pool: PostgresPool, { heartbeatMs = HEARTBEAT_MS }: { readonly heartbeatMs?: number } = {}) {
    this.#pool = pool;
    this.#channel = `${pool.schema}_jobs`;
    this.#heartbeatMs = heartbeatMs;
  }

  /** Rings at all processes. Rings that come while one is under way become one. */
  ring(): void {
    if (this.#over.signal.aborted) return;
    this.#isRungAgain = this.#ringing !== null;
    this.#ringing ??= this.#ringUntilQuiet();
  }

  /** Calls a listener at each ring, until the bell is closed. Connects again after the connection broke. */
  async listen(listener: BellListener): Promise<void> {
    this.#listeners.add(listener);
    await (this.#listening ??= this.#listenUntilClosed());
  }

  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all([this.#ringing, this.#listening]);
  }

  async #ringUntilQuiet(): Promise<void> {
    const statement = { name: "ring", text: "SELECT pg_notify($1, $2)" };
    do {
      this.#isRungAgain = false;
      try {
        await this.#pool.query(statement, [this.#channel, String(systemClock.now())], { isRepeatable: true });
      } catch {
        // A ring that does not get through costs the listeners the time until they look by themselves.
      }
    } while (this.#isRungAgain && !this.#over.signal.aborted);
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
    client.on("notification", ({ payload }) => this.#call(delayMsOf(payload)));
    this.#over.signal.addEventListener("abort", stop);
    try {
      await client.connect();
      await client.query({ text: `LISTEN ${this.#channel}`, query_timeout: ANSWER_MS });
      // Rings may have been missed while there was no connection.
      this.#call();
      await this.#beat(client, broken.signal);
    } catch {
      // The bell is only faster than looking: the store itself tells that the database is away.
    } finally {
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

  #call(delayMs?: number): void {
    for (const listener of this.#listeners) listener(delayMs);
  }
}

/** Is called with the milliseconds since the ring, where they are known. */
type BellListener = (delayMs?: number) => void;

/** Returns the milliseconds since the time that a notice holds; processes of an earlier version send none. */
function delayMsOf(payload: string | undefined): number | undefined {
  const rungAt = Number(payload || NaN);
  return Number.isFinite(rungAt) ? Math.max(0, systemClock.now() - rungAt) : undefined;
}
