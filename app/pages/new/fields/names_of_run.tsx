import type { JSX } from "preact";
import { useComposer } from "../composer.ts";
import { isObject } from "../json.ts";
import { NAMES_OF_RUN } from "./scalar_control.tsx";

/** Most names that are offered while one types. */
const MOST_OFFERED = 300;

/** The assets and the groups of the run as suggestions of every field for a name. Once in the page. */
export function NamesOfRun(): JSX.Element {
  const { assets, request } = useComposer();
  return (
    <datalist id={NAMES_OF_RUN}>
      {groupsIn(request.value.constraints).map((group) => <option key={`group ${group}`} value={group} />)}
      {assets.value.slice(0, MOST_OFFERED).map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
    </datalist>
  );
}

/** Returns the groups that the maps of the rules have, each once. */
function groupsIn(constraints: unknown): readonly string[] {
  if (!isObject(constraints) || !isObject(constraints.groups) || !isObject(constraints.groups.map)) return [];
  return [...new Set(Object.values(constraints.groups.map).map(String))].slice(0, MOST_OFFERED);
}
