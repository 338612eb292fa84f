import { answered, api } from "../api.ts";
import { type Loadable, loadable } from "../loaded.ts";
import { type Entry, glossaryEntries } from "./glossary_entries.ts";

/** All terms of the service with their definitions, which are read once. */
export const glossary: Loadable<readonly Entry[]> = loadable(async (key, signal): Promise<readonly Entry[]> => {
  const known = glossary.known(key).value.value;
  if (known !== null) return known;
  const [catalogue, { families }] = await Promise.all([
    answered(api.GET("/methods/requirements", { signal })),
    answered(api.GET("/constraints/capability", { signal })),
  ]);
  return glossaryEntries(catalogue, families);
});
