import type { EncodedKv } from "../encoded_kv.ts";
import { keys } from "../keys.ts";
import { StoreError } from "../store_error.ts";
import { createTables } from "./create_tables.ts";
import { postgresAddress, shownAddress } from "./postgres_address.ts";
import { postgresKv } from "./postgres_kv.ts";
import { PostgresPool } from "./postgres_pool.ts";
import { ADD_POOLER, startFault } from "./start_fault.ts";

/**
 * Opens the KV of the store in a PostgreSQL database and creates its tables where they are missing. Throws a
 * `StoreError` that says what is wrong with the address, the server, or the rights of its user there.
 */
export async function openPostgres(path: string): Promise<EncodedKv> {
  const address = postgresAddress(path), refused = refusalOf(path);
  const authority = address.authorityFile === null ? null : await authorityIn(address.authorityFile, refused);
  const pool = new PostgresPool(address, authority);
  try {
    await pool.prepare((client) => createTables(client, address.schema));
    // The connections of calls have settings that a pooler may refuse or drop, which shall be told here.
    if (!await pool.hasSettings()) {
      throw new StoreError(`its server does not get the settings of a connection; ${ADD_POOLER}`);
    }
    const kv = postgresKv(pool);
    await kv.get(keys.schemaVersion);
    return kv;
  } catch (error) {
    await pool.close();
    throw refused(startFault(error, address), error);
  }
}

type Refusal = (reason: string, cause: unknown) => StoreError;

function refusalOf(path: string): Refusal {
  return (reason, cause) => new StoreError(`Cannot use the store "${shownAddress(path)}": ${reason}`, { cause });
}

async function authorityIn(file: string, refused: Refusal): Promise<string> {
  try {
    const text = await Deno.readTextFile(file);
    if (/-----BEGIN CERTIFICATE-----/.test(text)) return text;
    throw refused(`its sslrootcert "${file}" has no certificate in PEM`, null);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw refused(`its sslrootcert "${file}" cannot be read: ${error instanceof Error ? error.message : error}`, error);
  }
}
