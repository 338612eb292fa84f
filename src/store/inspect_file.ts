import { DatabaseSync } from "node:sqlite";
import { keys } from "./keys.ts";
import { latestVersion, refuseNewerVersion } from "./schema_version.ts";
import { StoreError } from "./store_error.ts";
import { decodeValue } from "./value_codec.ts";

/**
 * Throws a `StoreError` if a file is not a store that this program can use. The check only reads, because opening a
 * file as KV writes to it, and a refused file must stay unchanged.
 */
export async function inspectFile(path: string): Promise<void> {
  await inspectFolder(path);
  const info = await infoOf(path);
  if (info === null) return;
  if (!info.isFile) throw new StoreError(`Cannot open the store "${path}": it is not a file`);
  await refuseReadOnly(path, info);
  if (info.size > 0) inspectDatabase(path);
}

async function inspectFolder(path: string): Promise<void> {
  const folder = /^(.*)[/\\][^/\\]*$/.exec(path)?.[1] ?? ".";
  const info = await infoOf(folder === "" ? "/" : folder);
  if (!info?.isDirectory) throw new StoreError(`Cannot open the store "${path}": there is no folder "${folder}"`);
  // SQLite writes its log next to the database file, so the folder must be writable.
  if (isProtected(info)) throw new StoreError(`Cannot open the store "${path}": the folder "${folder}" is read-only`);
}

const WRITABLE_BY_ANYBODY = 0o222;

/**
 * Whether a file or folder has no write permission for anyone. The superuser could still write, but the removed
 * permission is respected as intended.
 */
function isProtected({ mode }: Deno.FileInfo): boolean {
  return mode !== null && (mode & WRITABLE_BY_ANYBODY) === 0;
}

async function refuseReadOnly(path: string, info: Deno.FileInfo): Promise<void> {
  if (isProtected(info) || !(await canWrite(path))) {
    throw new StoreError(`Cannot open the store "${path}": the file is read-only`);
  }
}

async function canWrite(path: string): Promise<boolean> {
  try {
    (await Deno.open(path, { write: true })).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return false;
  }
}

function inspectDatabase(path: string): void {
  const version = versionIn(path);
  if (version !== null) refuseNewerVersion(version, latestVersion());
}

/** Reads the schema version from a SQLite file of Deno KV; null if the file has no version yet. */
function versionIn(path: string): number | null {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return readVersion(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      `Cannot open the store "${path}": it is damaged or not a Deno KV file (${sentenceOf(error)}); restore a backup`,
      { cause: error },
    );
  }
}

function readVersion(database: DatabaseSync): number | null {
  // Deno KV creates the table `migration_state` first, so a file that another process is just creating may contain only
  // this table.
  const tables = database.prepare("select count(*) as count from sqlite_master where name <> 'migration_state'").get();
  if (tables?.count === 0) return null;
  const row = database.prepare("select v from kv where k = ?").get(encodedKey());
  if (row === undefined) return null;
  const version = decodeValue(row.v);
  if (typeof version !== "number") throw new Error("the schema version is not a number");
  return version;
}

/** Returns the key of the schema version as Deno KV encodes it: each string between a byte 2 and a byte 0. */
function encodedKey(): Uint8Array {
  const encoder = new TextEncoder();
  return Uint8Array.from(keys.schemaVersion.flatMap((part) => [2, ...encoder.encode(part), 0]));
}

async function infoOf(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw new StoreError(`Cannot open the store "${path}": ${sentenceOf(error)}`, { cause: error });
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
