import type { components } from "../../../clients/typescript/mod.ts";
import { answered, api, changed, deleted } from "../../api.ts";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import { loadable } from "../../loaded.ts";

type Schemas = components["schemas"];
export type SavedList = Schemas["ClassificationMap"];
export type ListBody = Schemas["ClassificationMapRequest"];

/** The lists of assets by groups that the account has saved, newest first. */
export const savedLists = loadable(async (_key, signal): Promise<readonly SavedList[]> => {
  const { items } = await answered(api.GET("/classification-maps", { signal }));
  return items;
});

/** Saves a new list, or another content of a saved one. Throws a `Refusal` where the service refuses. */
export async function saveList(id: string | null, body: ListBody): Promise<void> {
  await (id === null
    ? answered(api.POST("/classification-maps", { body }))
    // What was typed stays: the lists are not read again where this one is gone.
    : changed(api.PUT("/classification-maps/{map_id}", { params: { path: { map_id: id } }, body }), {
      what: "list",
      reread: () => Promise.resolve(),
    }));
  await savedLists.load("");
}

/** Returns the content of a list as it is sent. */
export function bodyOfList({ name, description, map }: SavedList): ListBody {
  return { name, description, map };
}

/** Deletes a list, says so, and can be undone. Tells a refusal. */
export async function deleteList(list: SavedList): Promise<void> {
  try {
    await deleted(api.DELETE("/classification-maps/{map_id}", { params: { path: { map_id: list.map_id } } }));
    toast("Deleted the list", () => void saveList(null, bodyOfList(list)).catch(toastRefusal));
    await savedLists.load("");
  } catch (error) {
    toastRefusal(error);
  }
}
