import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { Migration } from "./migrations/migration.ts";
import { MIGRATIONS } from "./migrations/mod.ts";
import { StoreError } from "./store_error.ts";
import { put, transaction } from "./transaction.ts";

const FIRST_VERSION = 1;

/** The version of what this program stores. */
export function latestVersion(migrations: readonly Migration[] = MIGRATIONS): number {
  return migrations.at(-1)?.version ?? FIRST_VERSION;
}

/**
 * Brings what is stored to the latest version; a new store begins with it. Throws a `StoreError` for a store of a newer
 * version, and for one that something else has written.
 */
export async function migrate(context: StoreContext, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const stored = await readOrBegin(context, latestVersion(migrations));
  refuseNewerVersion(stored, latestVersion(migrations));
  for (const migration of migrations) {
    if (migration.version <= stored) continue;
    await migration.migrate(context);
    await advance(context, migration.version);
  }
}

/** Throws a `StoreError` for a version that this program does not know. */
export function refuseNewerVersion(stored: number, latest: number): void {
  if (stored <= latest) return;
  throw new StoreError(
    `Cannot use the store: its schema version ${stored} is newer than ${latest}, the latest that this program knows; start the newer program`,
  );
}

async function readOrBegin(context: StoreContext, latest: number): Promise<number> {
  return await transaction(context, async (read) => {
    // Before the version: what another process begins meanwhile has one when it is read.
    const isEmpty = (await Array.fromAsync(read.list({ prefix: [] }, { limit: 1 }))).length === 0;
    const entry = await read.get<number>(keys.schemaVersion);
    if (entry.value !== null) return { checks: [], mutations: [], result: entry.value };
    if (!isEmpty) {
      throw new StoreError("Cannot use the store: it holds entries but no schema version, so another program wrote it");
    }
    return { checks: [entry], mutations: [put(entry.key, latest)], result: latest };
  });
}

/** Never back: another process may have come further. */
async function advance(context: StoreContext, version: number): Promise<void> {
  await transaction(context, async (read) => {
    const entry = await read.get<number>(keys.schemaVersion);
    const isBehind = entry.value === null || entry.value < version;
    return { checks: [entry], mutations: isBehind ? [put(entry.key, version)] : [], result: undefined };
  });
}
