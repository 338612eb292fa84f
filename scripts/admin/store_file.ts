import { DatabaseSync } from "node:sqlite";
import { isoTimestamp } from "../../src/domain/instant.ts";
import { systemClock } from "../../src/runtime/clock.ts";
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

/**
 * Renames the file of the present store, which no process may have open, and returns its new path; null where there is
 * no such file.
 */
export async function setAside(target: string, occasion: "restore" | "move"): Promise<string | null> {
  if (!await exists(target)) return null;
  intoOneFile(target);
  const former = `${target}.before-${occasion}-${isoTimestamp(systemClock.now()).replace(/[:.]/g, "-")}`;
  await Deno.chmod(target, 0o600);
  await Deno.rename(target, former);
  return former;
}

/** Merges SQLite's side files into the database file. Throws where another process has the database open. */
export function intoOneFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    const mode = database.prepare("pragma journal_mode = delete").get()?.journal_mode;
    if (mode !== "delete") throw new Error(`it is in mode ${mode}`);
  } catch (error) {
    throw new Error(`Cannot take the store "${path}": it is open in another process, which must be stopped first`, {
      cause: error,
    });
  } finally {
    database.close();
  }
}

/** Removes a database file and SQLite's side files, where they are. */
export async function removeDatabase(path: string): Promise<void> {
  for (const part of [path, `${path}-wal`, `${path}-shm`]) {
    if (await exists(part)) await Deno.remove(part);
  }
}

/** Returns the folder of a file. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/"))) || ".";
}
