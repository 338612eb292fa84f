import { isList, isObject, type Json } from "../new/json.ts";
import { methodEntries } from "../new/methods/method_entries.ts";
import { named } from "../run/names.ts";

type Described = NonNullable<Parameters<typeof named>[1]>;

/** What the service calls methods and families of rules; null or empty while it is read. */
export interface KnownNames {
  readonly methods: { readonly methods: Described } | null;
  readonly families: Described;
}

/** Returns in one line what a template has: how many assets, which methods and which rules. */
export function templateInWords(request: unknown, { methods, families }: KnownNames): string {
  if (!isObject(request)) return "";
  const assets = lengthOf(request.stocks) + lengthOf(request.funds);
  const chosen = methodEntries(request.methods).map(({ id }) => named(id, methods?.methods).name);
  const rules = Object.keys(isObject(request.constraints) ? request.constraints : {})
    .map((id) => named(id, families).name);
  const parts = [
    assets === 0 ? "" : `${assets} ${assets === 1 ? "asset" : "assets"}`,
    [...new Set(chosen)].join(", "),
    rules.length === 0 ? "" : `rules: ${rules.join(", ")}`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function lengthOf(list: Json | undefined): number {
  return isList(list) ? list.length : 0;
}
