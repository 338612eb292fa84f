import { Buffer } from "node:buffer";
import type { PostgresPool, Row, Statement } from "./postgres_pool.ts";

/** Largest number of entries that one trip reads: those of the largest values are some megabytes together. */
const READS_AT_ONCE = 100;

interface Read {
  readonly key: Buffer;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export interface ReadStatements {
  /** Reads the value and version of the entry with a key. */
  readonly get: Statement;
  /** Reads key, value and version of the entries with any of the keys. */
  readonly getMany: Statement;
}

/**
 * Reads of single entries, of which all that wait for a connection go in one trip. So a process that has more to read
 * than its connections carry makes larger trips, and not a queue in which requests run out of time.
 */
export class JoinedReads {
  readonly #pool: Pick<PostgresPool, "inTurn">;
  readonly #statements: ReadStatements;
  readonly #waiting = new Set<Read>();

  constructor(pool: Pick<PostgresPool, "inTurn">, statements: ReadStatements) {
    this.#pool = pool;
    this.#statements = statements;
  }

  /** Returns the value and version of an entry; undefined if there is none. */
  get(key: Buffer): Promise<Row | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>();
    const read = { key, resolve, reject };
    this.#waiting.add(read);
    this.#sendWaiting().catch((error) => {
      if (this.#waiting.delete(read)) reject(error);
    });
    return promise;
  }

  /** Sends what waits once a connection is free; nothing if an earlier turn has sent it. */
  async #sendWaiting(): Promise<void> {
    await this.#pool.inTurn(async (send) => {
      const reads = [...this.#waiting.values().take(READS_AT_ONCE)];
      for (const read of reads) this.#waiting.delete(read);
      try {
        const rows = await this.#rowsOf(reads, (statement, value) => send(statement, [value], { isRepeatable: true }));
        const given = new Set<string>();
        for (const { key, resolve } of reads) {
          const name = nameOf(key), row = rows.get(name);
          resolve(given.has(name) ? row?.map(ownBytes) : row);
          given.add(name);
        }
      } catch (error) {
        for (const { reject } of reads) reject(error);
      }
    });
  }

  async #rowsOf(
    reads: readonly Read[],
    send: (statement: Statement, value: Buffer | readonly Buffer[]) => Promise<readonly Row[]>,
  ): Promise<Map<string, Row>> {
    const keys = new Map(reads.map(({ key }) => [nameOf(key), key]));
    const [first] = keys;
    if (first === undefined) return new Map();
    if (keys.size === 1) {
      const [name, key] = first;
      return new Map((await send(this.#statements.get, key)).map((row) => [name, row]));
    }
    const rows = await send(this.#statements.getMany, [...keys.values()]);
    return new Map(rows.map(([key, ...row]) => [key instanceof Uint8Array ? nameOf(key) : "", row]));
  }
}

/** Copies bytes for a further reader of them, because each may hand its own to a worker. */
function ownBytes(column: Row[number]): Row[number] {
  return column instanceof Uint8Array ? column.slice() : column;
}

function nameOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}
