import type { Instant } from "../domain/instant.ts";
import type { ObjectSet } from "./artifact_store.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { put, type Reader } from "./transaction.ts";

/** A set that no record points at, since then. Doomed: it is being deleted and can be adopted no more. */
export interface UnadoptedObjectSet {
  readonly set: ObjectSet;
  readonly since: Instant;
  readonly doomed: boolean;
}

/** For the operation that lets a set go; whoever knows the bucket sweeps it. */
export function markUnadopted({ clock }: StoreContext, set: ObjectSet): Deno.KvMutation {
  const unadopted: UnadoptedObjectSet = { set, since: clock.now(), doomed: false };
  return put(keys.unadoptedObjectSet(set.id), unadopted);
}

/** The marker of a set that is written and not adopted yet. Throws where the sweep came first. */
export async function readMarker(read: Reader, set: ObjectSet): Promise<Deno.KvEntry<UnadoptedObjectSet>> {
  const marker = await read.get<UnadoptedObjectSet>(keys.unadoptedObjectSet(set.id));
  if (marker.value === null || marker.value.doomed) throw new Error(`Cannot use object set ${set.id}: it was swept`);
  return marker;
}
