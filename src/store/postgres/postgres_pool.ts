import { entryAt } from "../../domain/entry_at.ts";
// @ts-types="./pg.d.ts"
import pg from "pg";
import { pause } from "../../runtime/pause.ts";
import { WaitingLimit, within } from "../waiting_limit.ts";
import { CallTurns } from "./call_turns.ts";
import { endConnection } from "./end_connection.ts";
import { HostConnections } from "./host_connections.ts";
import type { PostgresAddress, PostgresHost } from "./postgres_address.ts";
import { isLostConnection, isOutOfConnections, storeErrorOf, tooBusy } from "./postgres_errors.ts";

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
/** Time limit of the server for a statement: shorter, so that one that waits for others leaves its connection whole. */
const STATEMENT_MS = 2_500;
/** Time limit of a call after one that got no answer, until the database answers again. */
const SILENT_ANSWER_MS = 1_000;
const CONNECT_MS = 2_000;
/** Time limit of each statement that creates tables, or waits for another process that does. */
const PREPARE_MS = 120_000;
const IDLE_MS = 60_000;
/** Time of a call after which a broken connection counts as silent, and after which it is not sent again. */
const LONG_CALL_MS = 1_000;
const PAUSE_MS = 50;

/**
 * Connections of this process to a PostgreSQL database. A statement that gets no answer in time throws `not_ready`.
 * After a broken connection all others are replaced, because the same outage mostly broke them too, and the next host
 * is tried where the address names several.
 */
export class PostgresPool {
  readonly #address: PostgresAddress;
  readonly #authority: string | null;
  readonly #turns: CallTurns;
  readonly #over = new AbortController();
  /** Connections of hosts that were given up and are not closed yet. */
  readonly #leaving = new Set<Promise<void>>();
  #connections: HostConnections;
  #host = 0;
  #isSilent = false;

  /** `authority` is the certificate of the authority in PEM; null for the authorities that the runtime trusts. */
  constructor(address: PostgresAddress, authority: string | null) {
    this.#address = address;
    this.#authority = authority;
    this.#turns = new CallTurns(address.connections);
    this.#connections = this.#open();
  }

  /** Sends a statement and returns the rows of its answer, each a list of its columns. */
  async query(statement: Statement, values: readonly unknown[], options: QueryOptions): Promise<Row[]> {
    return await this.inTurn((send) => send(statement, values, options));
  }

  /** Calls a function once a connection is free; what it sends goes over that one. Throws `not_ready` if none is. */
  async inTurn<Result>(act: (send: PostgresPool["query"]) => Promise<Result>): Promise<Result> {
    if (!await this.#turns.take(ANSWER_MS)) throw tooBusy(new Error("No connection of this process was free in time"));
    try {
      return await act((...asked) => this.#answered(...asked));
    } finally {
      this.#turns.give();
    }
  }

  async #answered(statement: Statement, values: readonly unknown[], { isRepeatable }: QueryOptions): Promise<Row[]> {
    const attemptsAtMost = this.#address.hosts.length + 2;
    // The driver counts the time of a new connection by the clock. Where this process stood still, another follows.
    using shortCall = new WaitingLimit(LONG_CALL_MS);
    for (let attempt = 1;; attempt++) {
      const connections = this.#connections;
      let isSent = false;
      try {
        const client = await connections.lend();
        isSent = true;
        return await this.#send(client, statement, values);
      } catch (error) {
        const isLost = isLostConnection(error), isFull = isOutOfConnections(error);
        if (isLost) this.#leave(connections, { isSilent: shortCall.isOver });
        const mayRepeat = (isLost && attempt < attemptsAtMost || isFull) && (isRepeatable || !isSent);
        if (!mayRepeat || shortCall.isOver || this.#over.signal.aborted) throw storeErrorOf(error);
        if (isFull) await pause(PAUSE_MS * attempt, this.#over.signal);
      }
    }
  }

  /** Runs an action on a connection of its own, to the first host that can be used. */
  async prepare(act: (client: pg.Client) => Promise<void>): Promise<void> {
    for (let tried = 1;; tried++) {
      const client = new pg.Client({ ...this.#config(), statement_timeout: 0, query_timeout: PREPARE_MS });
      // Whatever breaks the connection fails the statement that is under way, or the next one.
      client.on("error", () => undefined);
      try {
        await client.connect();
        if (this.#address.hosts.length > 1) await refuseReplica(client);
        return await act(client);
      } catch (error) {
        if (!isLostConnection(error) || tried === this.#address.hosts.length) throw error;
        this.#leave(this.#connections, { isSilent: false });
      } finally {
        await endConnection(client);
      }
    }
  }

  /** Whether connections have the settings that this process asked for. Some poolers drop them without a word. */
  async hasSettings(): Promise<boolean> {
    if (this.#address.isPooled) return true;
    const [row] = await this.query(STATEMENT_LIMIT, [], { isRepeatable: true });
    return row?.[0] === String(STATEMENT_MS);
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
    this.#over.abort();
    await Promise.all([this.#connections.end(), ...this.#leaving]);
  }

  async #send(client: pg.PoolClient, { name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    try {
      const plan = this.#address.isPooled ? {} : { name };
      const form = { rowMode: "array", types: COLUMN_TYPES } as const;
      const answer = client.query({ ...plan, ...form, text, values: [...values] });
      const { rows } = await within(this.#isSilent ? SILENT_ANSWER_MS : ANSWER_MS, answer, noAnswer);
      this.#isSilent = false;
      this.#turns.noteAnswer();
      client.release();
      return rows;
    } catch (error) {
      client.release(isLostConnection(error));
      throw error;
    }
  }

  /** Gives up connections after one of them broke, and goes on with the next host. */
  #leave(broken: HostConnections, { isSilent }: { readonly isSilent: boolean }): void {
    if (isSilent) this.#isSilent = true;
    if (this.#connections !== broken || this.#over.signal.aborted) return;
    this.#host = (this.#host + 1) % this.#address.hosts.length;
    this.#connections = this.#open();
    const leaving = broken.end().finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  #open(): HostConnections {
    const hasSeveral = this.#address.hosts.length > 1;
    return new HostConnections({
      ...this.#config(),
      max: this.#address.connections,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
      ...hasSeveral ? { onConnect: refuseReplica } : {},
    });
  }

  #config(): pg.ClientConfig {
    const { database, user, password, isEncrypted, isPooled } = this.#address;
    const { host, port }: PostgresHost = entryAt(this.#address.hosts, this.#host);
    const authority = this.#authority === null ? {} : { ca: this.#authority };
    return {
      ...{ host, port, database, user, password: password ?? "" },
      ssl: isEncrypted ? { ...authority, rejectUnauthorized: true } : false,
      connectionTimeoutMillis: this.#isSilent ? SILENT_ANSWER_MS : CONNECT_MS,
      keepAlive: true,
      // A pooler refuses settings of a session that it does not know.
      ...isPooled ? {} : { application_name: "portfolio-optimization", statement_timeout: STATEMENT_MS },
    };
  }
}

const STATEMENT_LIMIT: Statement = {
  name: "statement_limit",
  text: "SELECT setting FROM pg_settings WHERE name = 'statement_timeout'",
};

/** Row of an answer: each column as bytes if the database holds bytes, else as text; null for no value. */
export type Row = readonly (string | Uint8Array<ArrayBuffer> | null)[];

const BYTEA = 17;

/** Reads bytes by the decoder of the runtime: that of the driver takes far longer, most of all on Deno 2.5.0. */
const COLUMN_TYPES = {
  getTypeParser: (typeId: number) => typeId === BYTEA ? bytesOfHex : asText,
};

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromHex(text.slice("\\x".length));
}

function asText(text: string): string {
  return text;
}

function noAnswer(): Error {
  return new Error("The wait for an answer of the database timed out");
}

async function refuseReplica(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query({ text: "SELECT pg_is_in_recovery()::text", rowMode: "array" });
  if (rows[0]?.[0] === "true") throw new Error("the server that answers is a replica: none of the hosts takes writes");
}
