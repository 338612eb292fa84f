import type { EncodedKv } from "../encoded_kv.ts";
import { createTables } from "./create_tables.ts";
import { postgresAddress } from "./postgres_address.ts";
import { postgresKv } from "./postgres_kv.ts";
import { PostgresPool } from "./postgres_pool.ts";

/**
 * Opens the KV of the store in a PostgreSQL database and creates its tables where they are missing. Throws a
 * `StoreError` for an address that cannot be used, and the error of the database where it cannot be reached.
 */
export async function openPostgres(path: string): Promise<EncodedKv> {
  const address = postgresAddress(path);
  const authority = address.authorityFile === null ? null : await Deno.readTextFile(address.authorityFile);
  const pool = new PostgresPool(address, authority);
  try {
    await pool.prepare((client) => createTables(client, address.schema));
    return postgresKv(pool);
  } catch (error) {
    await pool.close();
    throw error;
  }
}
