import { type EncodedKv, encodedKv } from "../../src/store/encoded_kv.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";

/** Test helper. Opens the KV of a store by its `KV_PATH`: a file, or a PostgreSQL database. */
export async function openKvAt(path: string): Promise<EncodedKv> {
  return /^postgres(ql)?:/.test(path) ? await openPostgres(path) : encodedKv(await Deno.openKv(path));
}
