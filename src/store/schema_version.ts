import { StoreClosed } from "./closed_store.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { Migration } from "./migrations/migration.ts";
import { MIGRATIONS } from "./migrations/mod.ts";
import { StoreError } from "./store_error.ts";
import { put, transaction } from "./transaction.ts";

const FIRST_VERSION = 1;
/** What a store without a version may be: its copy gets it last. */
const UNFINISHED = "a move or a restore into it is not complete, and running the same command again completes it";

/** Returns the latest schema version that this program knows. */
export function latestVersion(migrations: readonly Migration[] = MIGRATIONS): number {
  return migrations.at(-1)?.version ?? FIRST_VERSION;
}

/**
 * Migrates the store to the latest schema version; an empty store begins with the latest version. Throws a `StoreError`
 * if the store has a newer version or was written by another program.
 */
export async function migrate(context: StoreContext, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const stored = await readOrBegin(context, latestVersion(migrations)).catch((error: unknown) => {
    // Only a store without a version is written to here.
    throw error instanceof StoreClosed
      ? new StoreError(`Cannot use the store: ${UNFINISHED}`, { cause: error })
      : error;
  });
  refuseNewerVersion(stored, latestVersion(migrations));
  for (const migration of migrations) {
    if (migration.version <= stored) continue;
    await migration.migrate(context);
    await advance(context, migration.version);
  }
}

/** Throws a `StoreError` if the stored schema version is newer than the latest version that this program knows. */
export function refuseNewerVersion(stored: number, latest: number): void {
  if (stored <= latest) return;
  throw new StoreError(
    `Cannot use the store: its schema version ${stored} is newer than ${latest}, the latest that this program knows; start the newer program`,
  );
}

async function readOrBegin(context: StoreContext, latest: number): Promise<number> {
  return await transaction(context, async (read) => {
    // The check for an empty store comes before the read of the version: another process may create the store in
    // between, and then the version is found.
    const isEmpty = (await Array.fromAsync(read.list({ prefix: [] }, { limit: 1 }))).length === 0;
    const entry = await read.get<number>(keys.schemaVersion);
    if (entry.value !== null) return { checks: [], mutations: [], result: entry.value };
    if (!isEmpty) {
      throw new StoreError(
        `Cannot use the store: it holds entries but no schema version: ${UNFINISHED}, or another program wrote it`,
      );
    }
    return { checks: [entry], mutations: [put(entry.key, latest)], result: latest };
  });
}

/** Raises the stored schema version but never lowers it, because another process may have migrated further. */
async function advance(context: StoreContext, version: number): Promise<void> {
  await transaction(context, async (read) => {
    const entry = await read.get<number>(keys.schemaVersion);
    const isBehind = entry.value === null || entry.value < version;
    return { checks: [entry], mutations: isBehind ? [put(entry.key, version)] : [], result: undefined };
  });
}
