import { entryAt } from "../../domain/entry_at.ts";
// @ts-types="./pg.d.ts"
import pg from "pg";
import type { PostgresAddress, PostgresHost } from "./postgres_address.ts";
import { isLostConnection, isSilence, storeErrorOf } from "./postgres_errors.ts";

/** A statement with the name under which the server keeps its plan. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface QueryOptions {
  /** Whether the statement may be sent again after a connection broke, because it changes nothing. */
  readonly isRepeatable: boolean;
}

const ANSWER_MS = 3_000;
/** Time limit of a call after one that got no answer, until the database answers again. */
const SILENT_ANSWER_MS = 1_000;
const CONNECT_MS = 2_000;
const IDLE_MS = 60_000;
const ATTEMPTS_AT_MOST = 3;

/**
 * Connections of this process to a PostgreSQL database. A statement that gets no answer in time throws `not_ready`.
 * After a broken connection all others are replaced, because the same outage mostly broke them too, and the next host
 * is tried where the address names several.
 */
export class PostgresPool {
  readonly #address: PostgresAddress;
  readonly #authority: string | null;
  #pool: pg.Pool;
  #host = 0;
  #isSilent = false;
  #isClosed = false;

  /** `authority` is the certificate of the authority in PEM; null for the authorities that the runtime trusts. */
  constructor(address: PostgresAddress, authority: string | null) {
    this.#address = address;
    this.#authority = authority;
    this.#pool = this.#open();
  }

  /** Sends a statement and returns the rows of its answer, each a list of its columns. */
  async query(statement: Statement, values: readonly unknown[], { isRepeatable }: QueryOptions): Promise<Row[]> {
    for (let attempt = 1;; attempt++) {
      const pool = this.#pool;
      let isSent = false;
      try {
        const client = await pool.connect();
        isSent = true;
        return await this.#send(client, statement, values);
      } catch (error) {
        if (isLostConnection(error)) this.#replace(pool);
        const isAgain = isLostConnection(error) && !isSilence(error) && (isRepeatable || !isSent);
        if (!isAgain || attempt === ATTEMPTS_AT_MOST || this.#isClosed) throw storeErrorOf(error);
      }
    }
  }

  /** Runs an action on a connection of its own, to the first host that can be used, without a limit of time. */
  async prepare(act: (client: pg.Client) => Promise<void>): Promise<void> {
    for (let tried = 1;; tried++) {
      const client = new pg.Client({ ...this.#config(), statement_timeout: 0 });
      try {
        await client.connect();
        if (this.#address.hosts.length > 1) await refuseReplica(client);
        return await act(client);
      } catch (error) {
        if (!isLostConnection(error) || tried === this.#address.hosts.length) throw error;
        this.#replace(this.#pool);
      } finally {
        await client.end();
      }
    }
  }

  /**
   * Returns a new connection outside the pool, to the host that the pool uses now. The caller connects and ends it. The
   * server ends its statements after the time of a request, unless it is `isPatient`.
   */
  client({ isPatient = false } = {}): pg.Client {
    return new pg.Client({ ...this.#config(), ...isPatient ? { statement_timeout: 0 } : {} });
  }

  get schema(): string {
    return this.#address.schema;
  }

  get isPooled(): boolean {
    return this.#address.isPooled;
  }

  /** Ends all connections. Statements that are under way may finish. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.end();
  }

  async #send(client: pg.PoolClient, { name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    try {
      const plan = this.#address.isPooled ? {} : { name };
      const timeout = { query_timeout: this.#isSilent ? SILENT_ANSWER_MS : ANSWER_MS };
      const { rows } = await client.query({ ...plan, ...timeout, text, values: [...values], rowMode: "array" });
      this.#isSilent = false;
      client.release();
      return rows;
    } catch (error) {
      this.#isSilent = isSilence(error);
      client.release(isLostConnection(error));
      throw error;
    }
  }

  #replace(broken: pg.Pool): void {
    if (this.#pool !== broken || this.#isClosed) return;
    this.#host = (this.#host + 1) % this.#address.hosts.length;
    this.#pool = this.#open();
    // The connections of the former pool are broken: that they end with an error too tells nothing new.
    broken.end().catch(() => undefined);
  }

  #open(): pg.Pool {
    const hasSeveral = this.#address.hosts.length > 1;
    const pool = new pg.Pool({
      ...this.#config(),
      max: this.#address.connections,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
      ...hasSeveral ? { onConnect: refuseReplica } : {},
    });
    // An idle connection that breaks is left out by the pool itself, and the next statement gets another.
    pool.on("error", () => undefined);
    return pool;
  }

  #config(): pg.ClientConfig {
    const { database, user, password, isEncrypted, isPooled } = this.#address;
    const { host, port }: PostgresHost = entryAt(this.#address.hosts, this.#host);
    const authority = this.#authority === null ? {} : { ca: this.#authority };
    return {
      ...{ host, port, database, user, password: password ?? "" },
      ssl: isEncrypted ? { ...authority, rejectUnauthorized: true } : false,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      // A pooler refuses settings of a session that it does not know.
      ...isPooled ? {} : { application_name: "portfolio-optimization", statement_timeout: ANSWER_MS },
    };
  }
}

/** Row of an answer: each column as bytes if the database holds bytes, else as text; null for no value. */
export type Row = readonly (string | Uint8Array | null)[];

async function refuseReplica(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query({ text: "SELECT pg_is_in_recovery()::text", rowMode: "array" });
  if (rows[0]?.[0] === "true") throw new Error("Connection terminated: the server is a replica");
}
