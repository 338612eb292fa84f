import { Buffer } from "node:buffer";
import { entryAt } from "../../domain/entry_at.ts";
import type { AtomicWrite, EncodedKv } from "../encoded_kv.ts";
import type { QueueSearch, ReservedJob } from "../queue_search.ts";
import type { AccountRecord } from "../records.ts";
import { decodeValue } from "../value_codec.ts";
import { commitParameters, versionstampOf } from "./commit_parameters.ts";
import { JoinedReads } from "./joined_reads.ts";
import { keyBytes, keyOfBytes, keyRange } from "./key_bytes.ts";
import { PostgresBell } from "./postgres_bell.ts";
import { reserveParameters } from "./reserve_parameters.ts";
import type { PostgresPool, Row, Statement } from "./postgres_pool.ts";

/** Number of entries that a list reads at once where its caller names none. */
const BATCH_SIZE = 100;
const BATCH_SIZE_AT_MOST = 1_000;
/** Largest number of keys in one `getMany`: with values of the usual size, an answer of some hundred kilobytes. */
const KEYS_AT_ONCE = 500;
/** Bytes of values that a list reads at once, as far as the last batch tells how large they are. */
const BATCH_BYTES = 2 ** 21;
/** Number of expired entries that one statement removes. */
const EXPIRED_AT_ONCE = 1_000;

/**
 * The KV of the store over a table of a PostgreSQL database. Entries that expire are removed by `removeExpired`, and
 * can be read until then. Messages of operations reach the listeners of all processes, if not always.
 */
export function postgresKv(pool: PostgresPool): EncodedKv {
  const statements = statementsOf(pool.schema), bell = new PostgresBell(pool);
  const reads = new JoinedReads(pool, statements);
  const read = (statement: Statement, values: readonly unknown[]): Promise<Row[]> =>
    pool.query(statement, values, { isRepeatable: true });
  return {
    keysAtOnce: KEYS_AT_ONCE,
    async get<Value>(key: Deno.KvKey) {
      return entryOf<Value>(key, await reads.get(Buffer.from(keyBytes(key))));
    },
    async getMany<Values extends readonly unknown[]>(
      keys: readonly [...{ [Index in keyof Values]: Deno.KvKey }],
    ) {
      const bytes = keys.map((key) => Buffer.from(keyBytes(key)));
      const rows = await read(statements.getMany, [bytes]);
      const found = new Map(rows.map(([key, ...row]) => [nameOf(bytesOf(key)), row]));
      const entries = keys.map((key, index) => entryOf(key, found.get(nameOf(entryAt(bytes, index)))));
      // The value types are those that the caller names, which `getMany` of Deno KV trusts too.
      return entries as { [Index in keyof Values]: Deno.KvEntryMaybe<Values[Index]> };
    },
    list: (selector, options) => listed(selector, options ?? {}, { statements, read }),
    async commit(write) {
      const isDone = await commit(pool, statements.commit, write);
      if (isDone && write.message !== undefined) bell.ring(write.message);
      return isDone;
    },
    // Notices do not reach a session that a pooler lends for one transaction at a time.
    listenQueue: (handle, options = {}) => pool.isPooled ? Promise.resolve() : bell.listen(handle, options),
    async reserveJob<JobRecord>(search: QueueSearch) {
      const [row] = await read(statements.reserve, reserveParameters(search));
      return row === undefined ? null : reservedJobOf<JobRecord>(row);
    },
    async removeExpired() {
      const [row] = await pool.query(statements.removeExpired, [EXPIRED_AT_ONCE], { isRepeatable: true });
      return Number(row?.[0] ?? 0);
    },
    async close() {
      await Promise.all([bell.close(), pool.close()]);
    },
  };
}

type Statements = Readonly<
  Record<"get" | "getMany" | "forward" | "backward" | "commit" | "reserve" | "removeExpired", Statement>
>;

function statementsOf(schema: string): Statements {
  const entries = `${schema}.entries`;
  const range = `SELECT key, value, version FROM ${entries} WHERE key >= $1 AND key < $2`;
  return {
    get: { name: "get", text: `SELECT value, version FROM ${entries} WHERE key = $1` },
    getMany: { name: "get many", text: `SELECT key, value, version FROM ${entries} WHERE key = ANY ($1::bytea[])` },
    forward: { name: "forward", text: `${range} ORDER BY key LIMIT $3` },
    backward: { name: "backward", text: `${range} ORDER BY key DESC LIMIT $3` },
    commit: {
      name: "commit",
      text: `SELECT ${schema}.commit_entries($1, $2::integer[], $3::bigint[], $4::integer[], $5::bigint[])`,
    },
    reserve: {
      name: "reserve",
      text: `SELECT queue_key, queue_value, queue_version, record_key, record_value, record_version, account_value,
          run_key, run_value, run_version, free_slot::text
        FROM ${schema}.reserve_job(
          $1, $2::jsonb, $3, $4, $5, $6::text[], $7::jsonb, $8::jsonb, $9::bytea[], $10, $11, $12, $13
        )`,
    },
    removeExpired: {
      name: "remove expired",
      // The time of the statement is one value, which the index finds; `clock_timestamp()` would read all of it.
      text: `WITH gone AS (
        DELETE FROM ${entries} WHERE key IN (
          SELECT key FROM ${entries} WHERE expires_at < statement_timestamp() LIMIT $1 FOR UPDATE SKIP LOCKED
        ) RETURNING 1
      ) SELECT count(*) FROM gone`,
    },
  };
}

async function commit(pool: PostgresPool, statement: Statement, write: AtomicWrite): Promise<boolean> {
  const parameters = commitParameters(write);
  if (parameters === null) return false;
  const { content, keyLengths, versions, valueLengths, lifetimesMs } = parameters;
  const values = [content, keyLengths, versions, valueLengths, lifetimesMs];
  const [row] = await pool.query(statement, values, { isRepeatable: false });
  return row?.[0] !== "0";
}

function reservedJobOf<JobRecord>(row: Row): ReservedJob<JobRecord> {
  const [waitingKey, waiting, waitingVersion, recordKey, record, version, account, runKey, run, runVersion, slot] = row;
  return {
    waiting: storedEntry(keyOfBytes(bytesOf(waitingKey)), waiting, waitingVersion),
    record: foundEntry<JobRecord>(recordKey, record, version),
    // The type of the value is that of every entry under this key.
    account: isAbsent(account) ? null : decodeValue(bytesOf(account)) as AccountRecord,
    run: isAbsent(runKey) ? null : foundEntry<JobRecord>(runKey, run, runVersion),
    slot: isAbsent(slot) ? null : Number(slot),
  };
}

function foundEntry<Value>(key: Column, value: Column, version: Column): Deno.KvEntryMaybe<Value> {
  return entryOf<Value>(keyOfBytes(bytesOf(key)), isAbsent(value) ? undefined : [value, version ?? null]);
}

function isAbsent(column: Column): column is null | undefined {
  return column === null || column === undefined;
}

interface ListSource {
  readonly statements: Statements;
  readonly read: (statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
}

/** Lists the entries of a range in batches; each batch shows the store as it is when it is read. */
async function* listed<Value>(
  selector: Deno.KvListSelector,
  { limit = Infinity, reverse = false, batchSize = BATCH_SIZE, cursor }: Deno.KvListOptions,
  { statements, read }: ListSource,
): AsyncGenerator<Deno.KvEntry<Value>> {
  if (cursor !== undefined) throw new TypeError("Cannot list from a cursor: name the first key of the range");
  let { start, end } = keyRange(selector);
  if (Buffer.compare(start, end) > 0) throw new TypeError("Start key is greater than end key");
  let size = Math.min(batchSize, BATCH_SIZE_AT_MOST);
  for (let left = limit; left > 0;) {
    const atOnce = Math.min(left, size);
    const rows = await read(reverse ? statements.backward : statements.forward, [
      Buffer.from(start),
      Buffer.from(end),
      atOnce,
    ]);
    let last: Uint8Array<ArrayBuffer> | null = null, bytes = 0;
    for (const row of rows) {
      last = bytesOf(row[0]);
      bytes += bytesOf(row[1]).length;
      yield storedEntry<Value>(keyOfBytes(last), row[1], row[2]);
    }
    if (last === null || rows.length < atOnce) return;
    if (reverse) end = last;
    else start = Uint8Array.of(...last, 0);
    left -= rows.length;
    const mean = Math.max(1, bytes / rows.length);
    size = Math.max(1, Math.min(batchSize, BATCH_SIZE_AT_MOST, Math.floor(BATCH_BYTES / mean)));
  }
}

function entryOf<Value>(key: Deno.KvKey, row: Row | undefined): Deno.KvEntryMaybe<Value> {
  if (row === undefined) return { key, value: null, versionstamp: null };
  return storedEntry<Value>(key, row[0], row[1]);
}

function storedEntry<Value>(key: Deno.KvKey, value: Column, version: Column): Deno.KvEntry<Value> {
  // The type of the value is the one that the caller names, which Deno KV trusts too.
  return { key, value: decodeValue(bytesOf(value)) as Value, versionstamp: versionstampOf(String(version)) };
}

type Column = Row[number] | undefined;

function bytesOf(column: Column): Uint8Array<ArrayBuffer> {
  if (column instanceof Uint8Array) return column;
  throw new TypeError(`Cannot read a column of the store: ${String(column)} are not bytes`);
}

function nameOf(key: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}
