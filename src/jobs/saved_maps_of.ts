import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import { prefixOf } from "../domain/identifier.ts";
import type { SavedMaps, SavedMapSource } from "../request/saved_maps.ts";

/**
 * Returns the source of saved classification maps that requests of an account may name: the account's own maps, and
 * none without the enterprise plan.
 */
export function savedMapsOfAccount(
  { classificationMaps }: Pick<Dependencies, "classificationMaps">,
  { id: accountId, plan }: Account,
): SavedMapSource {
  return async (mapIds): Promise<SavedMaps> => {
    const found = new Map<string, Uint8Array<ArrayBuffer>>();
    if (plan !== "enterprise") return found;
    for (const mapId of mapIds.filter((id) => prefixOf(id) === "map")) {
      const content = await classificationMaps.content(accountId, mapId);
      if (content !== null) found.set(mapId, content);
    }
    return found;
  };
}
