import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { Marked } from "../../../components/marked.tsx";
import { wordsOf } from "../../../format/words_of.ts";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { isObject, type Json, type JsonObject, type Path } from "../json.ts";
import { pastedPairs } from "../pasted_pairs.ts";
import { firstValue, formOf, resolved, type Schema } from "../schema.ts";
import { AboutColumns } from "./about_columns.tsx";
import { GroupBoard } from "./group_board.tsx";
import { JsonField } from "./json_field.tsx";
import type { FormProps } from "./form_props.ts";
import { NAMES_OF_RUN, ScalarControl } from "./scalar_control.tsx";

/** Rows of a map above which only these are in the page; the whole map can be pasted. */
const MOST_ROWS = 60;

/** A map from names, mostly of assets, to values: a row a name. Two columns can be pasted from a spreadsheet. */
export function MapField(props: FormProps & { readonly value: Schema }): JSX.Element {
  const { schema, path, label } = props;
  const composer = useComposer();
  const { catalogue: { schemas } } = composer;
  const value = resolved(props.value, schemas), form = formOf(value, schemas);
  const name = useSignal("");
  if (form.kind === "map" || form.kind === "list" || form.kind === "json" || form.kind === "variants") {
    return <JsonField {...props} />;
  }
  const entries = Object.entries(mapOf(requestAt(composer, path)));
  const fault = faultOf(composer, path);
  const add = (): void => {
    const key = name.value.trim();
    if (key === "" || entries.some(([known]) => known === key)) return;
    composer.set([...path, key], firstValue(value, schemas));
    name.value = "";
  };
  const columns = form.kind === "record" ? form.properties : [["", value] as const];
  return (
    <fieldset class="map-field place" id={placeId(path)}>
      <legend>{label}</legend>
      {schema.description === undefined || schema.title !== undefined ? null : (
        <p class="hint">
          <Marked text={schema.description} />
        </p>
      )}
      {form.kind === "text" ? <GroupBoard path={path} /> : null}
      {form.kind !== "record" || entries.length === 0 ? null : <AboutColumns columns={form.properties} />}
      {entries.length === 0 || (form.kind === "text" && entries.length <= MOST_ROWS) ? null : (
        <table class="inputs">
          <thead>
            <tr>
              <th scope="col">Name</th>
              {columns.map(([column]) => <th key={column} scope="col">{column === "" ? "Value" : wordsOf(column)}</th>)}
              <th scope="col">
                <span class="unseen">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, MOST_ROWS).map(([key]) => (
              <tr key={key} id={placeId([...path, key])}>
                <th scope="row">
                  <bdi>{key}</bdi>
                </th>
                {columns.map(([column, cell]) => (
                  <td key={column}>
                    <Cell schema={cell} path={column === "" ? [...path, key] : [...path, key, column]} />
                  </td>
                ))}
                <td>
                  <button
                    type="button"
                    class="icon"
                    aria-label={`Remove ${key}`}
                    onClick={() => composer.set([...path, key], undefined)}
                  >
                    ×
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {entries.length > MOST_ROWS ? <p class="hint">and {entries.length - MOST_ROWS} more</p> : null}
      {fault === null ? null : <p class="fault">{fault}</p>}
      <div class="row">
        <input
          class="control"
          list={NAMES_OF_RUN}
          placeholder="Name"
          aria-label={`Name to add to ${label.toLowerCase()}`}
          value={name.value}
          onInput={({ currentTarget }) => name.value = currentTarget.value}
          onPaste={(event) => {
            const pairs = pastedPairs(event.clipboardData?.getData("text") ?? "");
            if (pairs.length === 0 || form.kind === "record") return;
            event.preventDefault();
            composer.set(path, { ...mapOf(requestAt(composer, path)), ...valuesOf(pairs, form.kind === "number") });
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <Button kind="quiet" onClick={add}>Add</Button>
        {form.kind === "record" ? null : <span class="hint">Paste two columns to fill in all at once</span>}
      </div>
    </fieldset>
  );
}

function Cell({ schema, path }: { readonly schema: Schema; readonly path: Path }): JSX.Element {
  const composer = useComposer();
  const fault = faultOf(composer, path);
  return (
    <>
      <ScalarControl
        schema={schema}
        form={formOf(schema, composer.catalogue.schemas)}
        path={path}
        label={path.slice(-2).join(" ")}
        isRequired
      />
      {fault === null ? null : <p class="fault" id={placeId(path)}>{fault}</p>}
    </>
  );
}

function mapOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function valuesOf(
  pairs: ReturnType<typeof pastedPairs>,
  areNumbers: boolean,
): JsonObject {
  const kept = areNumbers ? pairs.filter(({ number }) => number !== null) : pairs;
  return Object.fromEntries(kept.map(({ name, text, number }) => [name, areNumbers ? number : text]));
}
