import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { ComposerProvider } from "../composer.ts";
import { SchemaField } from "../fields/schema_field.tsx";
import { type Json, type JsonObject, type Path, withValue } from "../json.ts";
import { ruledOut, schemasOf } from "../schema.ts";
import { schemaOfMethod } from "../catalogue.ts";
import { type MethodEntry, withMethod } from "./method_entries.ts";

/** A method of the run: what it needs, its parameters, and buttons that repeat and remove it. */
export function ChosenMethod({ entry }: { readonly entry: MethodEntry }): JSX.Element {
  const composer = useComposer();
  const { catalogue } = composer;
  const path = ["methods", entry.at];
  const method = catalogue.requirements.methods.find(({ id }) => id === entry.id);
  const schema = schemaOfMethod(entry.id, catalogue);
  const isOut = schema === null ? new Set<string>() : ruledOut(schema, entry.parameters);
  const fields = schema === null
    ? []
    : schemasOf(schema).filter(([name]) => !["method", "key", "constraints"].includes(name) && !isOut.has(name));
  const fault = faultOf(composer, path);
  const needs = method === undefined ? [] : needsOf(method, composer.request.value);
  const hasOwnRules = entry.parameters.constraints !== undefined;
  return (
    <li class="chosen-method" id={placeId(path)}>
      <div class="chosen-head">
        <strong>{method?.name ?? entry.id}</strong>
        <span class="row">
          {fields.length === 0 ? null : (
            <Button
              kind="quiet"
              label={`Add ${method?.name ?? entry.id} once more`}
              onClick={() =>
                composer.set(["methods"], withMethod(requestAt(composer, ["methods"]), entry.id, entry.parameters))}
            >
              Once more
            </Button>
          )}
          <button
            type="button"
            class="icon"
            aria-label={`Remove ${method?.name ?? entry.id}`}
            onClick={() => composer.set(path, undefined)}
          >
            ×
          </button>
        </span>
      </div>
      {fault === null ? null : <p class="fault">{fault}</p>}
      {needs.length === 0 ? null : <p class="hint care">{needs.join(" ")}</p>}
      {hasOwnRules
        ? (
          <p class="hint">
            {Object.keys(entry.parameters.constraints ?? {}).length === 0
              ? "Runs without the rules of the run. "
              : "Has rules of its own in place of those of the run. "}
            <Button kind="quiet" onClick={() => composer.set([...path, "constraints"], undefined)}>
              Use the run's rules
            </Button>
          </p>
        )
        : null}
      {fields.length === 0
        ? null
        : (
          <ComposerProvider value={{ ...composer, set: setter(entry, composer.set, () => composer.request.value) }}>
            <div class="record-fields">
              {fields.map(([name, property]) => (
                <SchemaField
                  key={name}
                  schema={property}
                  path={[...path, name]}
                  isRequired={schema?.required?.includes(name) ?? false}
                />
              ))}
            </div>
          </ComposerProvider>
        )}
    </li>
  );
}

/**
 * Returns what sets a parameter of a method. An entry is only a word while it has no parameters, so that the first one
 * makes it an object, and the last one a word again.
 */
function setter(
  { at, id }: MethodEntry,
  set: (path: Path, value: Json | undefined) => void,
  request: () => JsonObject,
): (path: Path, value: Json | undefined) => void {
  return (path, value) => {
    if (path[0] !== "methods" || path[1] !== at) return set(path, value);
    const { methods } = request();
    const before = Array.isArray(methods) ? methods[at] : undefined;
    const object = typeof before === "string" ? { method: before } : before;
    const next = withValue(object, path.slice(2), value);
    const isBare = typeof next === "object" && next !== null && Object.keys(next).length === 1;
    set(["methods", at], isBare ? id : next);
  };
}

interface Needs {
  readonly needs_benchmark: boolean;
  readonly needs_starting_portfolio: boolean;
  readonly min_assets: number;
}

/** Returns sentences on what a method needs and the request does not have yet. */
function needsOf(
  { needs_benchmark, needs_starting_portfolio }: Needs,
  { benchmark, starting_portfolio }: JsonObject,
): readonly string[] {
  return [
    ...needs_benchmark && benchmark === undefined ? ["Needs a benchmark: choose one below."] : [],
    ...needs_starting_portfolio && starting_portfolio === undefined
      ? ["Needs what is held now: import a holdings file, or paste a list with amounts."]
      : [],
  ];
}
