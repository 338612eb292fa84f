import { DatabaseSync } from "node:sqlite";
import { keys } from "./keys.ts";
import { latestVersion, refuseNewerVersion } from "./schema_version.ts";
import { StoreError } from "./store_error.ts";
import { decodeValue } from "./value_codec.ts";

/**
 * Throws a `StoreError` where a file is no store that this program can use. It only reads: whoever opens a file as KV
 * writes to it, and a file that is refused must stay as it is.
 */
export async function inspectFile(path: string): Promise<void> {
  await inspectFolder(path);
  const info = await infoOf(path);
  if (info === null) return;
  if (!info.isFile) throw new StoreError(`Cannot open the store "${path}": it is no file`);
  await refuseReadOnly(path, info);
  if (info.size > 0) inspectDatabase(path);
}

async function inspectFolder(path: string): Promise<void> {
  const folder = /^(.*)[/\\][^/\\]*$/.exec(path)?.[1] ?? ".";
  const info = await infoOf(folder === "" ? "/" : folder);
  if (!info?.isDirectory) throw new StoreError(`Cannot open the store "${path}": there is no folder "${folder}"`);
  // SQLite keeps its log beside the file.
  if (isProtected(info)) throw new StoreError(`Cannot open the store "${path}": the folder "${folder}" is read-only`);
}

const WRITABLE_BY_ANYBODY = 0o222;

/** The superuser could write all the same, but whoever took the right away meant it. */
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

/** The schema version in a SQLite file of Deno KV; null where none is written yet. */
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
      `Cannot open the store "${path}": it is damaged or no Deno KV file (${sentenceOf(error)}); restore a backup`,
      { cause: error },
    );
  }
}

function readVersion(database: DatabaseSync): number | null {
  // Deno KV makes this table first, so that a file which another process is just making has nothing else.
  const tables = database.prepare("select count(*) as count from sqlite_master where name <> 'migration_state'").get();
  if (tables?.count === 0) return null;
  const row = database.prepare("select v from kv where k = ?").get(encodedKey());
  if (row === undefined) return null;
  const version = decodeValue(row.v);
  if (typeof version !== "number") throw new Error("the schema version is no number");
  return version;
}

/** The key of the schema version as Deno KV encodes it: each string between a byte 2 and a byte 0. */
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
