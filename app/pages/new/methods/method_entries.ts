import { isList, isObject, type Json, type JsonObject } from "../json.ts";

/** A method of the request that is composed: its place in the list, and its parameters. */
export interface MethodEntry {
  readonly at: number;
  readonly id: string;
  readonly parameters: JsonObject;
}

/** Returns the methods of a request. Entries that name no method are left out. */
export function methodEntries(methods: Json | undefined): readonly MethodEntry[] {
  if (!isList(methods)) return [];
  return methods.flatMap((entry, at): MethodEntry[] => {
    if (typeof entry === "string") return [{ at, id: entry, parameters: {} }];
    if (!isObject(entry) || typeof entry.method !== "string") return [];
    const { method, ...parameters } = entry;
    return [{ at, id: method, parameters }];
  });
}

/** Returns the methods of a request, with those of one id taken away if there are some, and else with one more. */
export function toggledMethod(methods: Json | undefined, id: string, first: JsonObject): readonly Json[] | undefined {
  const entries = methodEntries(methods), list = isList(methods) ? methods : [];
  if (!entries.some((entry) => entry.id === id)) return withMethod(methods, id, first);
  const left = list.filter((_, at) => !entries.some((entry) => entry.at === at && entry.id === id));
  return left.length === 0 ? undefined : left;
}

/** Returns the methods of a request with one more at the end. */
export function withMethod(methods: Json | undefined, id: string, parameters: JsonObject): readonly Json[] {
  const list = isList(methods) ? methods : [];
  return [...list, Object.keys(parameters).length === 0 ? id : { method: id, ...parameters }];
}
