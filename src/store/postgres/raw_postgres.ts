import { Buffer } from "node:buffer";
// @ts-types="./pg.d.ts"
import type pg from "pg";
import { CLOSED_TO_WRITES } from "../closed_store.ts";
import type { RawStore, RawWrite, ScannedEntry } from "../moving/raw_store.ts";
import { StoreError } from "../store_error.ts";
import { NEW_VERSION } from "./commit_function.ts";
import { createTables } from "./create_tables.ts";
import { postgresAddress, shownAddress } from "./postgres_address.ts";
import { CLOSED } from "./postgres_errors.ts";
import { PostgresPool, type Row } from "./postgres_pool.ts";

const BATCH_SIZE = 2_000;
/** Milliseconds for which the closing waits for operations that are under way; others wait behind it. */
const LOCKED_AT_MOST_MS = 10_000;
const EMPTY = Buffer.alloc(0);

export interface RawPostgresOptions {
  /** Whether missing tables are created. Otherwise a database without them throws a `StoreError`. */
  readonly isTarget: boolean;
  /** Whether all reads show the database as it is at the first of them. Such a store cannot be written. */
  readonly isSnapshot?: boolean;
}

/** Opens a store in a PostgreSQL database as its bare entries. */
export async function openRawPostgres(
  path: string,
  { isTarget, isSnapshot = false }: RawPostgresOptions,
): Promise<RawStore> {
  const address = postgresAddress(path);
  const authority = address.authorityFile === null ? null : await Deno.readTextFile(address.authorityFile);
  const pool = new PostgresPool(address, authority);
  try {
    await pool.prepare((client) =>
      isTarget ? createTables(client, address.schema) : findTables(client, address.schema)
    );
    const client = pool.client({ isPatient: true });
    await client.connect();
    // The connection is needed by every call, and each of them tells that it is broken.
    client.on("error", () => undefined);
    if (isSnapshot) await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return rawStore(client, { schema: address.schema, shown: `${shownAddress(path)}?schema=${address.schema}` });
  } finally {
    await pool.close();
  }
}

async function findTables(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query({
    text: "SELECT to_regclass($1)::text",
    values: [`${schema}.entries`],
    rowMode: "array",
  });
  if (rows[0]?.[0] === null) {
    throw new StoreError(`Cannot find an installation: the schema "${schema}" has no tables of one`);
  }
}

interface Place {
  readonly schema: string;
  readonly shown: string;
}

function rawStore(client: pg.Client, { schema, shown }: Place): RawStore {
  const entries = `${schema}.entries`;
  return {
    shown,
    async *scan() {
      const text = `SELECT key, version FROM ${entries} WHERE key > $1 ORDER BY key LIMIT ${BATCH_SIZE}`;
      for (let after: Uint8Array = EMPTY;;) {
        const { rows } = await client.query({ text, values: [after], rowMode: "array" });
        const batch = rows.map(([key, version]): ScannedEntry => (
          { key: bytesOf(key), version: String(version), entry: null }
        ));
        const last = batch.at(-1);
        if (last === undefined) return;
        yield batch;
        after = Buffer.from(last.key);
      }
    },
    async read(keys) {
      const text = `SELECT key, value, version, (extract(epoch FROM expires_at) * 1000)::bigint FROM ${entries}
        WHERE key = ANY ($1::bytea[])`;
      const { rows } = await client.query({ text, values: [keys.map((key) => Buffer.from(key))], rowMode: "array" });
      return rows.map(([key, value, version, expiryMs = null]) => ({
        key: bytesOf(key),
        value: bytesOf(value),
        version: String(version),
        expiresAt: expiryMs === null ? null : Number(expiryMs),
      }));
    },
    write: (write) => asMover(client, () => writeEntries(client, schema, write)),
    async isClosedToWrites() {
      const { rows } = await client.query({
        text: `SELECT 1 FROM pg_trigger WHERE tgrelid = '${entries}'::regclass AND tgname = 'closed_to_writes'`,
        rowMode: "array",
      });
      return rows.length > 0;
    },
    closeToWrites: () =>
      asMover(client, async () => {
        for (const statement of closing(schema)) await client.query(statement);
      }),
    async openToWrites() {
      await asMover(client, () => openEntries(client, schema));
      return true;
    },
    complete: (entry) =>
      asMover(client, async () => {
        await writeEntries(client, schema, { set: [entry], remove: [] });
        await openEntries(client, schema);
      }),
    end: () => client.end(),
  };
}

/**
 * A trigger refuses all writes but those of a transaction that says that it moves the store. Its creation waits for the
 * operations that are under way, and every later operation meets it.
 */
function closing(schema: string): readonly string[] {
  return [
    `CREATE OR REPLACE FUNCTION ${schema}.refuse_write() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF current_setting('${MOVER}', true) = 'on' THEN RETURN NULL; END IF;
      RAISE SQLSTATE '${CLOSED}' USING MESSAGE = '${CLOSED_TO_WRITES}';
    END
    $function$`,
    `DROP TRIGGER IF EXISTS closed_to_writes ON ${schema}.entries`,
    `CREATE TRIGGER closed_to_writes BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${schema}.entries
    FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_write()`,
  ];
}

/** Setting of a transaction that may write although the store is closed to writes. */
const MOVER = "portfolio_optimization.moves_store";

async function asMover(client: pg.Client, act: () => Promise<void>): Promise<void> {
  await client.query(`BEGIN; SET LOCAL ${MOVER} = 'on'; SET LOCAL lock_timeout = ${LOCKED_AT_MOST_MS}`);
  try {
    await act();
    await client.query("COMMIT");
  } catch (error) {
    // Where the connection broke, the server rolls back by itself, and the first error says more.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function writeEntries(client: pg.Client, schema: string, { set, remove }: RawWrite): Promise<void> {
  if (remove.length > 0) {
    const keys = remove.map((key) => Buffer.from(key));
    await client.query(`DELETE FROM ${schema}.entries WHERE key = ANY ($1::bytea[])`, [keys]);
  }
  if (set.length === 0) return;
  await client.query(
    `INSERT INTO ${schema}.entries (key, value, version, expires_at)
      SELECT key, value, one.version, to_timestamp(expiry_ms / 1000.0)
      FROM unnest($1::bytea[], $2::bytea[], $3::bigint[]) AS given (key, value, expiry_ms),
        (SELECT ${NEW_VERSION} AS version) AS one
      ON CONFLICT (key) DO UPDATE
      SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`,
    [
      set.map(({ key }) => Buffer.from(key)),
      set.map(({ value }) => Buffer.from(value)),
      set.map(({ expiresAt }) => expiresAt === null ? null : Math.ceil(expiresAt)),
    ],
  );
}

async function openEntries(client: pg.Client, schema: string): Promise<void> {
  await client.query(`DROP TRIGGER IF EXISTS closed_to_writes ON ${schema}.entries`);
}

function bytesOf(column: Row[number] | undefined): Uint8Array<ArrayBuffer> {
  if (column instanceof Uint8Array) return new Uint8Array(column);
  throw new TypeError(`Cannot read a column of the store: ${String(column)} are not bytes`);
}
