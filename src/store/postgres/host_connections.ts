// @ts-types="./pg.d.ts"
import pg from "pg";
import { nextTurn } from "../../runtime/next_turn.ts";

/** Time in which the connections of a host that is given up may end by themselves: longer than any statement. */
const FAREWELL_MS = 4_000;

/** Connections to one host. Those that broke are left out, and new ones take their place. */
export class HostConnections {
  readonly #pool: pg.Pool;
  readonly #open = new Set<pg.ClientBase>();
  #ended: Promise<void> | null = null;

  constructor(config: pg.PoolConfig) {
    this.#pool = new pg.Pool(config);
    this.#pool.on("connect", (client) => {
      this.#open.add(client);
      // A connection that breaks while it is lent tells so twice, by its statement and here, and would end the process.
      client.on("error", () => undefined);
    });
    this.#pool.on("remove", (client) => {
      this.#open.delete(client);
      this.#tellClosed();
    });
    // An idle connection that breaks is left out by the pool itself, and the next statement gets another.
    this.#pool.on("error", () => undefined);
  }

  /** Lends a connection, which its borrower releases. Throws the error of a connection that cannot be made. */
  async lend(): Promise<pg.PoolClient> {
    if (this.#ended !== null) throw new Error("The connections to this host were given up");
    return await this.#pool.connect();
  }

  /**
   * Ends all connections: the idle ones now, the others when they are released. Those that a network lost are ended by
   * force after a while. Resolves when all are closed.
   */
  end(): Promise<void> {
    return this.#ended ??= this.#end();
  }

  async #end(): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of this.#open) client.connection.stream.destroy();
      this.#closed.resolve();
    }, FAREWELL_MS);
    try {
      // The driver lends in a later turn, and one that ends forgets who waits until then.
      await nextTurn();
      await this.#pool.end();
      if (this.#open.size > 0) await this.#closed.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  readonly #closed = Promise.withResolvers<void>();

  #tellClosed(): void {
    if (this.#open.size === 0 && this.#ended !== null) this.#closed.resolve();
  }
}
