import type { Instant } from "../domain/instant.ts";
import type { ObjectSet } from "./artifact_store.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { type Change, put, type Reader, remove } from "./transaction.ts";
import { BytesSwept } from "./unless_swept.ts";

/**
 * Marker of a set of bucket objects that no record has referred to since `since`. A doomed set is being deleted and
 * cannot be adopted.
 */
export interface UnadoptedObjectSet {
  readonly set: ObjectSet;
  readonly since: Instant;
  readonly doomed: boolean;
}

/**
 * Returns the mutation that marks a set of bucket objects as an orphan; a process with access to the bucket deletes the
 * objects later.
 */
export function markUnadopted({ clock }: StoreContext, set: ObjectSet): Deno.KvMutation {
  const unadopted: UnadoptedObjectSet = { set, since: clock.now(), doomed: false };
  return put(keys.unadoptedObjectSet(set.id), unadopted);
}

/**
 * Returns the check and mutation that make a set of bucket objects belong to a record, for the operation that writes
 * the record. Throws `not_ready` if the sweep has already deleted the set (see `unlessSwept`).
 */
export async function adoptObjects(
  read: Reader,
  set: ObjectSet,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const marker = await readMarker(read, set);
  return { checks: [marker], mutations: [remove(marker.key)] };
}

/** Whether a set of bucket objects has a marker, because no record has adopted it yet or one has released it. */
export async function isMarkedUnadopted(read: Reader, set: string): Promise<boolean> {
  return (await read.get(keys.unadoptedObjectSet(set))).value !== null;
}

/**
 * Reads the marker of a set of bucket objects that no record has adopted yet. Throws `not_ready` if the sweep has
 * already deleted the set (see `unlessSwept`).
 */
async function readMarker(read: Reader, set: ObjectSet): Promise<Deno.KvEntry<UnadoptedObjectSet>> {
  const marker = await read.get<UnadoptedObjectSet>(keys.unadoptedObjectSet(set.id));
  if (marker.value === null || marker.value.doomed) {
    throw new BytesSwept(`object set ${set.id}`);
  }
  return marker;
}
