import { HOSTED_DATABASE, isOfRuntime } from "../../domain/hosted_database.ts";
import { inspectFile } from "../inspect_file.ts";
import { makePrivateFile, storeErrorAt } from "../open_store.ts";
import { isPostgresPath } from "../postgres/postgres_address.ts";
import { StoreError } from "../store_error.ts";
import { openRawFile } from "./file_store.ts";
import { openRawKv } from "./kv_store.ts";
import type { RawStore } from "./raw_store.ts";

/** What a store is opened for: a source must be there, a target is created where it is missing. */
export interface RawStoreOptions {
  readonly as: "source" | "target";
  /** Whether all reads show the store as it is at the first of them, which only PostgreSQL can; false if absent. */
  readonly isSnapshot?: boolean;
}

/** Whether a `KV_PATH` names a file. */
export function isFilePath(path: string): boolean {
  return path !== ":memory:" && !isOfRuntime(path) && !isPostgresPath(path) && !/^https?:\/\//.test(path);
}

/** Opens a store that `KV_PATH` can name as its bare entries. Throws a `StoreError` if that is not possible. */
export async function openRawStore(path: string, { as, isSnapshot = false }: RawStoreOptions): Promise<RawStore> {
  if (path === ":memory:" || isOfRuntime(path)) {
    throw new StoreError(
      `Cannot copy the store "${path}": only the process that has it can read it. A file, an address of PostgreSQL, and ` +
        `one of a KV Connect server can be copied, not ":memory:" or "${HOSTED_DATABASE}"`,
    );
  }
  try {
    if (isPostgresPath(path)) {
      // The driver is loaded only where it is needed.
      const { openRawPostgres } = await import("../postgres/raw_postgres.ts");
      return await openRawPostgres(path, { isTarget: as === "target", isSnapshot });
    }
    if (!isFilePath(path)) return await openRawKv(path);
    await inspectFile(path);
    if (as === "target") await makePrivateFile(path);
    else await Deno.stat(path);
    return await openRawFile(path);
  } catch (error) {
    throw storeErrorAt(path, error);
  }
}
