// @ts-types="./pg.d.ts"
import type pg from "pg";
import { pause } from "../../runtime/pause.ts";
import type { ListenOptions } from "../encoded_kv.ts";
import type { PostgresPool } from "./postgres_pool.ts";

const RECONNECT_MS = 1_000;

/**
 * Tells other processes on the same database that something was committed that they wait for, by `NOTIFY`. Notices can
 * get lost, so who listens must also look from time to time.
 */
export class PostgresBell {
  readonly #pool: PostgresPool;
  readonly #channel: string;
  readonly #listeners = new Set<Listener>();
  readonly #over = new AbortController();
  /** Messages that are not sent yet, as JSON. Equal ones become one. */
  readonly #unsent = new Set<string>();
  #client: pg.Client | null = null;
  #ringing: Promise<void> | null = null;
  #listening: Promise<void> | null = null;
  #isReached = false;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
    this.#channel = `${pool.schema}_jobs`;
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
  async listen(handle: (message: unknown) => void, { signal, onReach }: ListenOptions): Promise<void> {
    const listener: Listener = { handle, onReach: onReach ?? (() => undefined) };
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
    if (this.#isReached) listener.onReach(true);
    this.#listening ??= this.#keepListening();
    await this.#listening;
  }

  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all([this.#ringing, this.#client?.end()]);
  }

  async #ringUntilQuiet(): Promise<void> {
    const statement = { name: "ring", text: "SELECT pg_notify($1, message) FROM unnest($2::text[]) AS sent (message)" };
    while (this.#unsent.size > 0 && !this.#over.signal.aborted) {
      const messages = [...this.#unsent];
      this.#unsent.clear();
      try {
        await this.#pool.query(statement, [this.#channel, messages], { isRepeatable: true });
      } catch {
        // A ring that does not get through costs the listeners the time until they look by themselves.
      }
    }
    this.#ringing = null;
  }

  async #keepListening(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#untilBroken();
      if (!this.#over.signal.aborted) await pause(RECONNECT_MS, this.#over.signal);
    }
  }

  async #untilBroken(): Promise<void> {
    const client = this.#pool.client(), { promise: broken, resolve } = Promise.withResolvers<void>();
    client.on("error", () => resolve());
    client.on("end", () => resolve());
    client.on("notification", ({ payload = "null" }) => this.#tell(payload));
    try {
      await client.connect();
      this.#client = client;
      await client.query(`LISTEN ${this.#channel}`);
      this.#reach(true);
      // Rings may have been missed while there was no connection.
      this.#tell("null");
    } catch {
      // The bell is only faster than looking: the store itself tells that the database is away.
      resolve();
    }
    await broken;
    this.#reach(false);
    this.#client = null;
    await client.end().catch(() => undefined);
  }

  #reach(isReached: boolean): void {
    this.#isReached = isReached;
    for (const { onReach } of this.#listeners) onReach(isReached);
  }

  #tell(payload: string): void {
    const message: unknown = JSON.parse(payload === "" ? "null" : payload);
    for (const { handle } of this.#listeners) handle(message);
  }
}

interface Listener {
  readonly handle: (message: unknown) => void;
  readonly onReach: (isReached: boolean) => void;
}
