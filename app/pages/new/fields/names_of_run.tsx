import type { JSX } from "preact";
import { useComposer } from "../composer.ts";
import { isList, isObject, type Json, type JsonObject } from "../json.ts";
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
function groupsIn(constraints: Json | undefined): readonly string[] {
  return [...new Set(mapsIn(constraints).flatMap(Object.values).filter(isText))].slice(0, MOST_OFFERED);
}

/** Returns every map of the rules, in whichever family and classification it stands. */
function mapsIn(rules: Json | undefined): readonly JsonObject[] {
  if (isList(rules)) return rules.flatMap(mapsIn);
  if (!isObject(rules)) return [];
  return Object.entries(rules).flatMap(([name, value]) => name === "map" && isObject(value) ? [value] : mapsIn(value));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
