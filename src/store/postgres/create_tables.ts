// @ts-types="./pg.d.ts"
import type pg from "pg";
import { StoreError } from "../store_error.ts";
import { commitFunction } from "./commit_function.ts";
import { reserveFunction } from "./reserve_function.ts";

/** Oldest version of PostgreSQL that the store is tried with, as the server counts it. */
const SERVER_VERSION_AT_LEAST = 130_000;

/** One step of the tables' form. Steps that are in use do not change; a new form is a new step at the end. */
type Step = (schema: string) => readonly string[];

const STEPS: readonly Step[] = [
  (schema) => [
    `CREATE TABLE ${schema}.entries (
      key bytea PRIMARY KEY,
      value bytea NOT NULL,
      version bigint NOT NULL,
      expires_at timestamptz
    ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05)`,
    // Most large values are compressed already, or are parts of files: compressing them again costs time for nothing.
    `ALTER TABLE ${schema}.entries ALTER COLUMN value SET STORAGE EXTERNAL`,
    `CREATE INDEX entries_expiry ON ${schema}.entries (expires_at) WHERE expires_at IS NOT NULL`,
    commitFunction(schema),
    ...reserveFunction(schema),
  ],
];

/**
 * Creates the tables and functions of the store in its schema, or brings them to the form of this program, in one
 * transaction. Processes that start at once do so one after the other. Throws a `StoreError` for a server that is too
 * old or read only, and for tables that a newer program wrote.
 */
export async function createTables(client: pg.ClientBase, schema: string): Promise<void> {
  await refuseServer(client);
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`tables of ${schema}`]);
    const form = await storedForm(client, schema);
    if (form > STEPS.length) {
      throw new StoreError(
        `its tables have form ${form}, newer than ${STEPS.length}, the latest that this program knows; start the newer program`,
      );
    }
    for (const step of STEPS.slice(form)) for (const statement of step(schema)) await client.query(statement);
    if (form < STEPS.length) {
      await client.query(`COMMENT ON SCHEMA ${schema} IS '${NOTE}${STEPS.length}'`);
    }
    await refuseUnwritable(client, schema);
    await client.query("COMMIT");
  } catch (error) {
    // The connection is ended after an error, which undoes all of it. Why it broke, if it did, is in the error.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Begin of the comment of the schema, by which the program knows its own tables and their form. */
const NOTE = "portfolio optimization, form ";

/** Returns the form of the tables in the schema; 0 where the schema is new, in which case it is created. */
async function storedForm(client: pg.ClientBase, schema: string): Promise<number> {
  const { rows } = await client.query({
    text: "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = $1",
    values: [schema],
    rowMode: "array",
  });
  const [found] = rows;
  if (found === undefined) {
    await client.query(`CREATE SCHEMA ${schema}`);
    return 0;
  }
  const note = String(found[0]), form = note.startsWith(NOTE) ? Number(note.slice(NOTE.length)) : NaN;
  if (Number.isInteger(form)) return form;
  if (await isEmptySchema(client, schema)) return 0;
  throw new StoreError(`its schema "${schema}" holds tables of another program; name another one with ?schema=…`);
}

async function isEmptySchema(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query({
    text: "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 LIMIT 1",
    values: [schema],
  });
  return rows.length === 0;
}

/** Refuses tables that belong to another user, who did not share them, before anything relies on them. */
async function refuseUnwritable(client: pg.ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query({
    text: `SELECT current_user, n.nspname FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
      WHERE n.nspname = $1 AND NOT (has_schema_privilege(n.oid, 'USAGE') AND CASE c.relname
        WHEN 'entries' THEN has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
          AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')
        ELSE true END)`,
    values: [schema],
    rowMode: "array",
  });
  const [user] = rows[0] ?? [];
  if (user === undefined) return;
  throw new StoreError(
    `its user "${user}" may not write the tables of schema "${schema}"; use the user that created them, or run ` +
      `GRANT USAGE ON SCHEMA ${schema} TO "${user}"; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO "${user}"; ` +
      `GRANT ALL ON ALL SEQUENCES IN SCHEMA ${schema} TO "${user}"`,
  );
}

async function refuseServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query({
    text: `SELECT current_setting('server_version_num'), current_setting('transaction_read_only'),
      current_setting('transaction_isolation'), current_setting('bytea_output'), current_user,
      pg_is_in_recovery()::text`,
    rowMode: "array",
  });
  const [version = "0", isReadOnly = "off", isolation, byteaOutput, user, isReplica] = rows[0] ?? [];
  if (Number(version) < SERVER_VERSION_AT_LEAST) {
    const [given, oldest] = [Number(version), SERVER_VERSION_AT_LEAST].map((number) => Math.floor(number / 10_000));
    throw new StoreError(`its server has version ${given}, and ${oldest} is the oldest that works`);
  }
  if (isReplica === "true") {
    throw new StoreError("its server is read only: name the primary, or several hosts, of which one is");
  }
  if (isReadOnly === "on") {
    throw new StoreError(
      `its transactions are read only by default; run ALTER ROLE "${user}" SET default_transaction_read_only TO off`,
    );
  }
  // The commit function looks at an entry again after it waited for another operation, which the others forbid.
  if (isolation !== "read committed") {
    throw new StoreError(
      `its transactions are "${isolation}" by default; run ALTER ROLE "${user}" SET default_transaction_isolation TO ` +
        "'read committed'",
    );
  }
  if (byteaOutput !== "hex") {
    throw new StoreError(
      `its server shows bytes as "${byteaOutput}"; run ALTER ROLE "${user}" SET bytea_output TO hex`,
    );
  }
}
