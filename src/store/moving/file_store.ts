import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { CLOSED_TO_WRITES } from "../closed_store.ts";
import { StoreError } from "../store_error.ts";
import { writeRaw } from "./kv_store.ts";
import type { RawEntry, RawStore, ScannedEntry } from "./raw_store.ts";

const BATCH_SIZE = 2_000;
/** Milliseconds for which a statement waits for the locks of other processes. */
const LOCKED_AT_MOST_MS = 10_000;
/** Encoding by which Deno KV marks a value of bytes. */
const BYTES = 3;

/**
 * Triggers that refuse every change of an entry, in every process that has the file open, but the removal of one whose
 * time is over: Deno does this when it opens a file and while it has it open, and ends the process where it cannot. It
 * also counts such a removal like a write, so a trigger on that count would refuse it.
 */
const TRIGGERS: Readonly<Record<string, string>> = {
  closed_to_writes: "BEFORE INSERT ON kv",
  closed_to_updates: "BEFORE UPDATE ON kv",
  // SQLite tells the seconds; an entry whose time is over within this second has none left either.
  closed_to_removals: `BEFORE DELETE ON kv
    WHEN old.expiration_ms < 0 OR old.expiration_ms > (strftime('%s', 'now') + 1) * 1000`,
};
const OPEN = Object.keys(TRIGGERS).map((name) => `DROP TRIGGER IF EXISTS ${name};`).join("\n");
/** A file may be closed already, by the trigger of an earlier version that did not let Deno remove entries. */
const CLOSE = [
  "BEGIN IMMEDIATE;",
  OPEN,
  ...Object.entries(TRIGGERS).map(([name, when]) =>
    `CREATE TRIGGER ${name} ${when} BEGIN SELECT RAISE(ABORT, '${CLOSED_TO_WRITES}'); END;`
  ),
  "COMMIT;",
].join("\n");
const IS_CLOSED = "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = 'closed_to_writes'";

/**
 * Opens a store in a file as its bare entries. They are read from Deno KV's own tables, which also tell when an entry
 * expires, and written by Deno KV.
 */
export async function openRawFile(path: string): Promise<RawStore> {
  const database = new DatabaseSync(path, { timeout: LOCKED_AT_MOST_MS });
  const isClosed = () => database.prepare(IS_CLOSED).get() !== undefined;
  if (isClosed()) database.exec(CLOSE);
  const kv = await Deno.openKv(path);
  const scan = database.prepare("SELECT k, version, seq FROM kv WHERE k > ? ORDER BY k LIMIT ?");
  const get = database.prepare("SELECT v, v_encoding, version, seq, expiration_ms FROM kv WHERE k = ?");
  return {
    shown: path,
    async *scan() {
      let after = new Uint8Array();
      for (;;) {
        const batch = scan.all(after, BATCH_SIZE).map((row): ScannedEntry => (
          { key: bytesOf(row.k), version: versionOf(row), entry: null }
        ));
        const last = batch.at(-1);
        if (last === undefined) return;
        yield batch;
        after = last.key;
      }
    },
    read: (keys) =>
      Promise.resolve(keys.flatMap((key) => {
        const row = get.get(key);
        return row === undefined ? [] : [entryOf(key, row)];
      })),
    write: (write) => writeRaw(kv, write),
    isClosedToWrites: () => Promise.resolve(isClosed()),
    // deno-lint-ignore require-await
    async closeToWrites() {
      database.exec(CLOSE);
    },
    // deno-lint-ignore require-await
    async openToWrites() {
      database.exec(OPEN);
      return true;
    },
    async complete(entry) {
      database.exec(OPEN);
      await writeRaw(kv, { set: [entry], remove: [] });
    },
    // deno-lint-ignore require-await
    async end() {
      kv.close();
      database.close();
    },
  };
}

/** Lets a file accept writes again, for example a backup of a store that was closed to writes. */
export function openFileToWrites(path: string): void {
  const database = new DatabaseSync(path, { timeout: LOCKED_AT_MOST_MS });
  try {
    database.exec(OPEN);
  } finally {
    database.close();
  }
}

type StoredRow = Readonly<Record<string, SQLOutputValue>>;

function entryOf(key: Uint8Array<ArrayBuffer>, row: StoredRow): RawEntry {
  if (row.v_encoding !== BYTES) {
    throw new StoreError("Cannot copy the store: a value in it has no form that this program writes");
  }
  const expiryMs = Number(row.expiration_ms);
  return { key, value: bytesOf(row.v), version: versionOf(row), expiresAt: expiryMs < 0 ? null : expiryMs };
}

function versionOf({ version, seq }: StoredRow): string {
  return `${version}.${seq}`;
}

function bytesOf(column: SQLOutputValue | undefined): Uint8Array<ArrayBuffer> {
  if (column instanceof Uint8Array) return new Uint8Array(column);
  throw new TypeError(`Cannot read a column of the store: ${String(column)} are not bytes`);
}
