import { UsageError } from "./usage_error.ts";

/** Returns the database file of a `KV_PATH` setting. Throws `UsageError` where the store is not a file. */
export function storeFile(kvPath: string): string {
  if (kvPath === ":memory:") throw new UsageError("Cannot copy a store that lies in memory: set KV_PATH or DATA_DIR");
  if (/^https?:\/\//.test(kvPath)) {
    throw new UsageError("Cannot copy a store that another server keeps: that server has the backups");
  }
  return kvPath;
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
