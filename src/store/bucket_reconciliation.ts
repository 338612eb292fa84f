import { createHash } from "node:crypto";
import { type AccountId, accountIdOf } from "../domain/identifier.ts";
import { isOwnerObject } from "./bucket_owner.ts";
import { allObjects, type BucketObjects } from "./bucket_objects.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { isMarkedUnadopted, markUnadopted } from "./object_markers.ts";
import type { AccountRecord } from "./records.ts";
import { type ReferencedObject, referencedObjects } from "./referenced_objects.ts";
import { transaction } from "./transaction.ts";

/** Difference between the store and its bucket. */
export interface BucketDifference {
  /**
   * `missing`: a record names an object that is not there; `damaged`: an object of another size or digest than its
   * record says; `orphaned`: objects that no record names and no marker dooms; `foreign`: an object with a key that the
   * service does not write.
   */
  readonly kind: "missing" | "damaged" | "orphaned" | "foreign";
  /**
   * Key of the object without the folder that `ARTIFACTS_URL` names. For orphaned objects, which are told together, the
   * part with which all their keys begin.
   */
  readonly key: string;
  /** Entry of the store that names the object, for example `artifact_sets run_01K…`; null for one without. */
  readonly record: string | null;
  readonly objects: number;
  readonly bytes: number;
}

export interface ReconciliationOptions {
  /** Whether orphaned objects are marked, so that the sweep deletes them an hour later; false if absent. */
  readonly marksOrphans?: boolean;
  /** Whether every object that a record names is read and its digest compared; false if absent. */
  readonly readsAll?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Comparison of the store with its bucket, also while the service works on both. */
export interface BucketReconciliation {
  /**
   * Yields every difference between the records of the store and the objects of the bucket. Throws an `Error` if the
   * bucket does not answer.
   */
  differences(options?: ReconciliationOptions): AsyncGenerator<BucketDifference>;
}

/** Creates the comparison of a store with its bucket. */
export function bucketReconciliation(context: StoreContext, objects: BucketObjects): BucketReconciliation {
  return { differences: (options = {}) => differences({ ...context, objects }, options) };
}

interface Compared extends StoreContext {
  readonly objects: BucketObjects;
}

/** Number and bytes of the listed objects of each set, by the id of the set. */
type ListedSets = Map<string, { objects: number; bytes: number }>;

async function* differences(context: Compared, options: ReconciliationOptions): AsyncGenerator<BucketDifference> {
  const compared = new Set<AccountId>();
  let current: { readonly accountId: AccountId; readonly sets: ListedSets } | null = null;
  for await (const { key, bytes } of allObjects(context.objects, options)) {
    if (isOwnerObject(key)) continue;
    const place = placeOf(key);
    if (place === null) {
      yield { kind: "foreign", key, record: null, objects: 1, bytes };
      continue;
    }
    if (current === null || current.accountId !== place.accountId) {
      if (current !== null) yield* differencesOf(context, current, options);
      current = { accountId: place.accountId, sets: new Map() };
      compared.add(place.accountId);
    }
    const { objects = 0, bytes: before = 0 } = current.sets.get(place.set) ?? {};
    current.sets.set(place.set, { objects: objects + 1, bytes: before + bytes });
  }
  if (current !== null) yield* differencesOf(context, current, options);
  for await (const { value: { id: accountId } } of context.kv.list<AccountRecord>({ prefix: keys.accounts })) {
    if (!compared.has(accountId)) yield* differencesOf(context, { accountId, sets: new Map() }, options);
  }
}

function placeOf(key: string): { readonly accountId: AccountId; readonly set: string } | null {
  const [, account, set] = /^(acc_[0-9A-Z]+)\/([0-9A-Z]+)\/./.exec(key) ?? [];
  return account === undefined || set === undefined ? null : { accountId: accountIdOf(account), set };
}

/** Yields the differences of one account, of which the bucket listed some sets of objects. */
async function* differencesOf(
  context: Compared,
  { accountId, sets }: { readonly accountId: AccountId; readonly sets: ListedSets },
  options: ReconciliationOptions,
): AsyncGenerator<BucketDifference> {
  // The sweep deletes what the bucket still holds of a deleted account.
  if ((await context.kv.get(keys.accountDeletion(accountId))).value !== null) return;
  for await (const entry of referringEntries(context, accountId)) {
    const { set, objects } = referencedObjects(entry) ?? {};
    if (set === undefined || objects === undefined) continue;
    const listed = sets.get(set.id);
    sets.delete(set.id);
    const bytes = objects.reduce((sum, object) => sum + object.bytes, 0);
    const isListed = listed?.objects === objects.length && listed.bytes === bytes;
    if (isListed && !options.readsAll) continue;
    for (const object of objects) {
      const key = `${accountId}/${set.id}/${object.name}`;
      const difference = await differenceOf(context, { entry, key, object }, options);
      if (difference !== null) yield difference;
    }
  }
  yield* orphansOf(context, { accountId, sets }, options);
}

async function* referringEntries(
  { kv }: StoreContext,
  accountId: AccountId,
): AsyncGenerator<Deno.KvEntry<unknown>> {
  yield* kv.list({ prefix: keys.allArtifactSets(accountId) });
  yield* kv.list({ prefix: keys.jobConfigs(accountId) });
  yield* kv.list({ prefix: keys.allInputs(accountId) });
}

/** Compares an object with its record. Null if they agree, or if the record went meanwhile. */
async function differenceOf(
  { kv, objects }: Compared,
  { entry, key, object }: {
    readonly entry: Deno.KvEntry<unknown>;
    readonly key: string;
    readonly object: ReferencedObject;
  },
  options: ReconciliationOptions,
): Promise<BucketDifference | null> {
  const kind = await stateOf(objects, { key, object }, options);
  if (kind === "whole" || (await kv.get(entry.key)).value === null) return null;
  return { kind, key, record: `${String(entry.key[2])} ${String(entry.key[3])}`, objects: 1, bytes: object.bytes };
}

async function stateOf(
  objects: BucketObjects,
  { key, object: { bytes, sha256 } }: { readonly key: string; readonly object: ReferencedObject },
  { readsAll = false, signal }: ReconciliationOptions,
): Promise<"whole" | "missing" | "damaged"> {
  const listed = (await objects.list(key, { signal })).find((one) => one.key === key);
  if (listed === undefined) return "missing";
  if (listed.bytes !== bytes) return "damaged";
  if (!readsAll || bytes === 0) return "whole";
  const stream = await objects.read(key, { start: 0, end: bytes }, READ_WITHIN_MS);
  return await digestOfStream(stream) === sha256 ? "whole" : "damaged";
}

async function digestOfStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of stream) hash.update(piece);
  return hash.digest("hex");
}

const READ_WITHIN_MS = 30_000;

/**
 * Yields the sets that were listed and that no record names. A set of a running upload has a marker, and the marker
 * goes with the operation that writes its record: a set is orphaned if it has no marker before and after its record is
 * looked for.
 */
async function* orphansOf(
  context: Compared,
  { accountId, sets }: { readonly accountId: AccountId; readonly sets: ListedSets },
  { marksOrphans = false }: ReconciliationOptions,
): AsyncGenerator<BucketDifference> {
  const suspects = await unmarked(context, [...sets.keys()]);
  if (suspects.length === 0) return;
  const named = new Set<string>();
  for await (const entry of referringEntries(context, accountId)) {
    const id = referencedObjects(entry)?.set.id;
    if (id !== undefined) named.add(id);
  }
  for (const id of await unmarked(context, suspects.filter((id) => !named.has(id)))) {
    if (marksOrphans) await mark(context, { accountId, id });
    const { objects = 0, bytes = 0 } = sets.get(id) ?? {};
    yield { kind: "orphaned", key: `${accountId}/${id}/`, record: null, objects, bytes };
  }
}

async function unmarked({ kv }: StoreContext, sets: readonly string[]): Promise<readonly string[]> {
  const free: string[] = [];
  for (const id of sets) if (!await isMarkedUnadopted(kv, id)) free.push(id);
  return free;
}

async function mark(context: StoreContext, set: { readonly accountId: AccountId; readonly id: string }): Promise<void> {
  await transaction(context, async (read) => {
    const marker = await read.get(keys.unadoptedObjectSet(set.id));
    const mutations = marker.value === null ? [markUnadopted(context, set)] : [];
    return { checks: [marker], mutations, result: undefined };
  });
}
