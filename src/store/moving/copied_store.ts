import { HOUR_MS } from "../../domain/instant.ts";
import { systemClock } from "../../runtime/clock.ts";
import { keys } from "../keys.ts";
import { keyBytes } from "../postgres/key_bytes.ts";
import { Notes, type NotesOfSide, type StoreDigest } from "./noted_entries.ts";
import { StoreError } from "../store_error.ts";
import type { RawEntry, RawStore } from "./raw_store.ts";

type Key = Uint8Array<ArrayBuffer>;

/** Bytes of values that one operation writes at most; Deno KV allows 800 KiB with the keys. */
const BYTES_AT_ONCE = 512 * 1_024;
const ENTRIES_AT_ONCE = 100;
/** Bytes of keys that one operation writes at most; Deno KV allows 80 KiB. */
const KEY_BYTES_AT_ONCE = 60 * 1_024;
/**
 * Time that an entry which expires stays at least in the copy, so that it does not vanish before the digests are
 * compared. Readers check the time within a value.
 */
const KEPT_AT_LEAST_MS = HOUR_MS;

/** Keys of entries that belong to a place and not to the installation, with the version that makes it complete. */
const OF_THE_PLACE: ReadonlySet<string> = new Set(
  [keys.schemaVersion, keys.writeProbe, keys.closed].map((key) => keyBytes(key).toHex()),
);
const COMMIT_MARKS = keyBytes(keys.commitMarks).toHex();

/** Whether an entry is carried to another store. Marks of commits are of use for minutes, where they were written. */
function isCarried(key: Key): boolean {
  const name = key.toHex();
  return !OF_THE_PLACE.has(name) && !name.startsWith(COMMIT_MARKS);
}

/** The digests of both stores of a copy. */
export interface CopyDigests {
  readonly source: StoreDigest;
  readonly target: StoreDigest;
}

/**
 * A store that is copied into another one, entry by entry, in passes. Each pass carries what has changed since the pass
 * before, removes from the target what the source has no longer, and reads back what was written.
 */
export class CopiedStore {
  readonly #source: RawStore;
  readonly #target: RawStore;
  readonly #notes = new Notes();
  readonly #ofSource: NotesOfSide;
  readonly #ofTarget: NotesOfSide;

  constructor(source: RawStore, target: RawStore) {
    this.#source = source;
    this.#target = target;
    this.#ofSource = this.#notes.of("source");
    this.#ofTarget = this.#notes.of("target");
  }

  /** Looks at what the target holds already, so that a copy that was interrupted carries only the rest. */
  async lookAtTarget(): Promise<void> {
    await this.#ofTarget.refresh(this.#target, { isCounted: isCarried });
  }

  /** Makes a pass and returns the number of entries in which the target changed. */
  async pass(): Promise<number> {
    let changed = 0;
    const carry = async (entries: readonly RawEntry[]): Promise<void> => {
      const other = entries.filter((entry) => !this.#ofTarget.isNoted(entry));
      await this.#set(other);
      changed += other.length;
    };
    await this.#ofSource.refresh(this.#source, { isCounted: isCarried, onRead: carry });
    for (const keys of this.#notes.left()) {
      await this.#target.write({ set: [], remove: keys });
      changed += keys.length;
    }
    await this.lookAtTarget();
    // What the target lost by itself meanwhile is carried again.
    for (const keys of this.#notes.lacking()) await carry(await this.#source.read(keys));
    return changed;
  }

  /** Returns the digests of the entries as the last pass found them in the source and read them back in the target. */
  digests(): CopyDigests {
    return { source: this.#ofSource.digest(), target: this.#ofTarget.digest() };
  }

  /** Makes the copy an installation, by the version of its schema, and lets it accept writes. */
  async complete(): Promise<void> {
    const [version] = await this.#source.read([keyBytes(keys.schemaVersion)]);
    if (version === undefined) throw new StoreError(`Cannot copy the store "${this.#source.shown}": it has no version`);
    await this.#target.complete(version);
  }

  close(): void {
    this.#notes.close();
  }

  async #set(entries: readonly RawEntry[]): Promise<void> {
    const soonest = systemClock.now() + KEPT_AT_LEAST_MS;
    const set = entries.map(({ expiresAt, ...entry }) => (
      { ...entry, expiresAt: expiresAt === null ? null : Math.max(expiresAt, soonest) }
    ));
    for (const part of inParts(set)) await this.#target.write({ set: part, remove: [] });
  }
}

function* inParts<Entry extends Pick<RawEntry, "key" | "value">>(
  entries: readonly Entry[],
): Generator<readonly Entry[]> {
  let part: Entry[] = [], bytes = 0, keyBytes = 0;
  for (const entry of entries) {
    const isFull = part.length === ENTRIES_AT_ONCE || bytes + entry.value.length > BYTES_AT_ONCE ||
      keyBytes + entry.key.length > KEY_BYTES_AT_ONCE;
    if (part.length > 0 && isFull) {
      yield part;
      [part, bytes, keyBytes] = [[], 0, 0];
    }
    part.push(entry);
    bytes += entry.value.length;
    keyBytes += entry.key.length;
  }
  if (part.length > 0) yield part;
}
