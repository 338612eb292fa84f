import type { Fault } from "../../../refusal.ts";
import { type Json, type JsonObject, pathOf, valueAt } from "../json.ts";

/**
 * Returns the faults but those at places of a request that are still empty: who has just added something and not filled
 * it in yet has made no mistake. A history of a file is not in the request, and its faults are told.
 */
export function filledFaults(faults: readonly Fault[], request: JsonObject): readonly Fault[] {
  return faults.filter(({ pointer }) => {
    const path = pathOf(pointer), [part] = path;
    return part === undefined || !Object.hasOwn(request, part) || !isEmpty(valueAt(request, path));
  });
}

function isEmpty(value: Json | undefined): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === "";
}
