import { systemRandom } from "../../runtime/random.ts";
import { keys } from "../keys.ts";
import { keyBytes } from "../postgres/key_bytes.ts";
import { latestVersion, refuseNewerVersion } from "../schema_version.ts";
import { StoreError } from "../store_error.ts";
import { decodeValue, encodeValue } from "../value_codec.ts";
import type { RawStore } from "./raw_store.ts";

const SCHEMA_VERSION = keyBytes(keys.schemaVersion), WRITE_PROBE = keyBytes(keys.writeProbe);

/** What a store holds: `unfinished` is a copy of an installation that was interrupted and not yet complete. */
export type Holds = "nothing" | "unfinished" | "an installation" | "something else";

/** Returns what a store holds. */
export async function holdsOf(store: RawStore): Promise<Holds> {
  if ((await store.read([SCHEMA_VERSION])).length > 0) return "an installation";
  if (await store.isClosedToWrites()) return "unfinished";
  for await (const _ of store.scan()) return "something else";
  return "nothing";
}

/** Throws a `StoreError` unless a store holds an installation that this program can read. */
export async function refuseAsSource(source: RawStore): Promise<void> {
  const [version] = await source.read([SCHEMA_VERSION]);
  if (version === undefined) throw new StoreError(`Cannot copy the store "${source.shown}": it holds no installation`);
  refuseNewerVersion(Number(decodeValue(version.value)), latestVersion());
}

/**
 * Makes a store on a server ready to take over an installation: nobody else can write to it, no service can start on
 * it, and what it holds already stays only where `replaces` allows to overwrite it. Throws a `StoreError` for a store
 * that holds an installation or something else, and for one that is the source itself.
 */
export async function prepareTarget(
  source: RawStore,
  target: RawStore,
  { replaces }: { readonly replaces: boolean },
): Promise<void> {
  const holds = await holdsOf(target);
  if (holds === "something else") {
    throw new StoreError(`Cannot copy into the store "${target.shown}": another program wrote it`);
  }
  if (holds === "an installation" && !replaces) {
    throw new StoreError(
      `Cannot copy into the store "${target.shown}": it holds an installation, which --replace deletes. Where the same ` +
        "command put it there, nothing is left to do",
    );
  }
  await refuseClosedSource(source, { isResumed: holds === "unfinished" });
  await refuseSameStore(source, target);
  await target.closeToWrites(null);
  await target.write({ set: [], remove: [SCHEMA_VERSION] });
}

/**
 * Throws a `StoreError` for a source that is closed to writes, unless a move out of it is resumed: the installation has
 * moved on, and what this store holds may be old.
 */
export async function refuseClosedSource(
  source: RawStore,
  { isResumed }: { readonly isResumed: boolean },
): Promise<void> {
  if (isResumed || !await source.isClosedToWrites()) return;
  throw new StoreError(
    `Cannot copy the store "${source.shown}": it was moved to another store, and refuses writes since then. If that ` +
      'move was given up, let it accept writes again by "migrate-store <from> <to> --abandon"',
  );
}

/** Throws a `StoreError` where two addresses name one store: a mark that is written to one shows in the other. */
async function refuseSameStore(source: RawStore, target: RawStore): Promise<void> {
  const mark = encodeValue(systemRandom.ulid());
  const former = await target.read([WRITE_PROBE]);
  await target.write({ set: [{ key: WRITE_PROBE, value: mark, expiresAt: null }], remove: [] });
  const [shown] = await source.read([WRITE_PROBE]);
  const isSame = shown !== undefined && decodeValue(shown.value) === decodeValue(mark);
  await target.write(former.length > 0 ? { set: former, remove: [] } : { set: [], remove: [WRITE_PROBE] });
  if (isSame) throw new StoreError(`Cannot copy the store "${source.shown}" into itself`);
}
