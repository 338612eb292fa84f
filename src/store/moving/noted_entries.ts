import { createHash } from "node:crypto";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { entryAt } from "../../domain/entry_at.ts";
import type { RawEntry, RawStore, ScannedEntry } from "./raw_store.ts";

/** The two stores of a copy. */
export type Side = "source" | "target";
type Key = Uint8Array<ArrayBuffer>;

/** Number of entries that one call reads: their values have 6.25 MiB at most. */
const READ_AT_ONCE = 100;
const NO_KEY: Key = new Uint8Array();

/** Digest of the entries of a store, in the order of their keys, and their number. */
export interface StoreDigest {
  readonly entries: number;
  /** SHA-256 digest in lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Notes about the entries of two stores: the version and the digest with which each was last read, so that another look
 * reads only what has changed. They lie in a temporary database of SQLite, which vanishes with the process.
 */
export class Notes {
  readonly #database = new DatabaseSync("");
  readonly #lacking: StatementSync;
  readonly #left: StatementSync;

  constructor() {
    this.#database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    for (const side of ["source", "target"] satisfies Side[]) {
      this.#database.exec(
        `CREATE TABLE ${side} (key BLOB PRIMARY KEY, version TEXT NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID`,
      );
    }
    this.#lacking = this.#database.prepare(
      `SELECT source.key FROM source LEFT JOIN target ON target.key = source.key
        WHERE source.key > ? AND target.digest IS NOT source.digest ORDER BY source.key LIMIT ?`,
    );
    this.#left = this.#database.prepare(
      `SELECT target.key FROM target LEFT JOIN source ON source.key = target.key
        WHERE target.key > ? AND source.key IS NULL ORDER BY target.key LIMIT ?`,
    );
  }

  of(side: Side): NotesOfSide {
    return new NotesOfSide(this.#database, side);
  }

  /** Lists the keys of entries of the source that the target lacks or holds otherwise, in batches. */
  lacking(): Iterable<readonly Key[]> {
    return keysInBatches(this.#lacking);
  }

  /** Lists the keys of entries of the target that the source has no longer, in batches. */
  left(): Iterable<readonly Key[]> {
    return keysInBatches(this.#left);
  }

  close(): void {
    this.#database.close();
  }
}

function* keysInBatches(statement: StatementSync): Generator<readonly Key[]> {
  for (let after = NO_KEY;;) {
    const keys = statement.all(after, READ_AT_ONCE).map(({ key }) => bytesOf(key));
    const last = keys.at(-1);
    if (last === undefined) return;
    yield keys;
    after = last;
  }
}

/** Notes about the entries of one store. */
export class NotesOfSide {
  readonly #database: DatabaseSync;
  readonly #range: StatementSync;
  readonly #rest: StatementSync;
  readonly #set: StatementSync;
  readonly #forget: StatementSync;
  readonly #digests: StatementSync;
  readonly #one: StatementSync;

  constructor(database: DatabaseSync, side: Side) {
    this.#database = database;
    this.#range = database.prepare(`SELECT key, version FROM ${side} WHERE key > ? AND key <= ?`);
    this.#rest = database.prepare(`SELECT key, version FROM ${side} WHERE key > ?`);
    this.#set = database.prepare(`INSERT OR REPLACE INTO ${side} (key, version, digest) VALUES (?, ?, ?)`);
    this.#forget = database.prepare(`DELETE FROM ${side} WHERE key = ?`);
    this.#digests = database.prepare(`SELECT digest FROM ${side} ORDER BY key`);
    this.#one = database.prepare(`SELECT digest FROM ${side} WHERE key = ?`);
  }

  /**
   * Looks at all entries of a store that `isCounted` counts, and reads those whose version is not the noted one. They
   * are given to `onRead` before they are noted. Returns the number of entries that were changed, added or removed.
   */
  async refresh(store: RawStore, { isCounted, onRead }: RefreshOptions): Promise<number> {
    let changed = 0, after = NO_KEY;
    for await (const batch of store.scan()) {
      const last = entryAt(batch, batch.length - 1).key;
      const noted = this.#versions(this.#range.all(after, last));
      const found = batch.filter(({ key, version }) => {
        if (!isCounted(key)) return false;
        const known = noted.get(key.toHex());
        noted.delete(key.toHex());
        return known !== version;
      });
      changed += found.length + this.#forgetAll(noted);
      for (let first = 0; first < found.length; first += READ_AT_ONCE) {
        await this.#readAll(store, found.slice(first, first + READ_AT_ONCE), onRead);
      }
      after = last;
    }
    return changed + this.#forgetAll(this.#versions(this.#rest.all(after)));
  }

  /** Whether an entry is noted with the same value. */
  isNoted(entry: RawEntry): boolean {
    const row = this.#one.get(entry.key);
    return row !== undefined && bytesOf(row.digest).toHex() === digestOf(entry).toHex();
  }

  /** Returns the digest of all noted entries. */
  digest(): StoreDigest {
    const hash = createHash("sha256");
    let entries = 0;
    for (const { digest } of this.#digests.iterate()) {
      hash.update(bytesOf(digest));
      entries++;
    }
    return { entries, sha256: hash.digest("hex") };
  }

  async #readAll(store: RawStore, found: readonly ScannedEntry[], onRead: RefreshOptions["onRead"]): Promise<void> {
    const unread = found.flatMap(({ key, entry }) => entry === null ? [key] : []);
    const scanned = found.flatMap(({ entry }) => entry === null ? [] : [entry]);
    const entries = unread.length === 0 ? scanned : [...scanned, ...await store.read(unread)];
    await onRead?.(entries);
    this.#database.exec("BEGIN");
    // An entry that went between the look and the read is not noted, so the next look sees that it is gone.
    for (const { key } of found) this.#forget.run(key);
    for (const entry of entries) this.#set.run(entry.key, entry.version, digestOf(entry));
    this.#database.exec("COMMIT");
  }

  #versions(rows: ReturnType<StatementSync["all"]>): Map<string, string> {
    return new Map(rows.map(({ key, version }) => [bytesOf(key).toHex(), String(version)]));
  }

  #forgetAll(versions: ReadonlyMap<string, string>): number {
    for (const key of versions.keys()) this.#forget.run(Uint8Array.fromHex(key));
    return versions.size;
  }
}

export interface RefreshOptions {
  readonly isCounted: (key: Key) => boolean;
  readonly onRead?: (entries: readonly RawEntry[]) => Promise<void>;
}

/** Returns the digest of the key and the value of an entry. The length of the key keeps them apart. */
function digestOf({ key, value }: RawEntry): Uint8Array {
  return createHash("sha256").update(`${key.length} `).update(key).update(value).digest();
}

function bytesOf(column: unknown): Key {
  if (column instanceof Uint8Array) return new Uint8Array(column);
  throw new TypeError(`Cannot read the notes of a copy: ${String(column)} are not bytes`);
}
