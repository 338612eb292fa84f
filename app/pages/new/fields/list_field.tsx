import type { ComponentType, JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { isList } from "../json.ts";
import { firstValue, formOf, inWords, resolved, type Schema } from "../schema.ts";
import { AssetOptions } from "./asset_options.tsx";
import type { FormProps, SchemaFieldProps } from "./form_props.ts";
import { ScalarControl } from "./scalar_control.tsx";

export interface ListFieldProps extends FormProps {
  /** Schema of an item. */
  readonly item: Schema;
  /** The form of an item that has fields of its own. */
  readonly FieldOfItem: ComponentType<SchemaFieldProps>;
}

/** A list: a row an item, each of which can be removed, and a button that adds one. */
export function ListField({ schema, path, label, item, FieldOfItem }: ListFieldProps): JSX.Element {
  const composer = useComposer();
  const { catalogue: { schemas } } = composer;
  const value = requestAt(composer, path), items = isList(value) ? value : [];
  const fault = faultOf(composer, path);
  const form = formOf(item, schemas), one = singular(label);
  const add = (): void => composer.set(path, [...items, firstValue(item, schemas)]);
  return (
    <fieldset class="list-field place" id={placeId(path)}>
      <legend>{label}</legend>
      {schema.description === undefined ? null : <p class="hint">{schema.description}</p>}
      {items.map((_, index) => (
        <div key={index} class="list-item">
          {form.kind === "text"
            ? (
              <>
                <input
                  class="control"
                  list="assets-of-run"
                  aria-label={`${one} ${index + 1}`}
                  value={String(items[index] ?? "")}
                  onInput={({ currentTarget }) => composer.set([...path, index], currentTarget.value)}
                />
                <FaultAt path={[...path, index]} />
              </>
            )
            : form.kind === "record" || form.kind === "map"
            ? <FieldOfItem schema={resolved(item, schemas)} path={[...path, index]} label={`${one} ${index + 1}`} />
            : <ScalarControl schema={item} form={form} path={[...path, index]} label={`${one} ${index + 1}`} />}
          <Button
            kind="quiet"
            label={`Remove ${one.toLowerCase()} ${index + 1}`}
            onClick={() => composer.set([...path, index], undefined)}
          >
            Remove
          </Button>
        </div>
      ))}
      {form.kind === "text" ? <AssetOptions /> : null}
      {fault === null ? null : <p class="fault">{fault}</p>}
      <Button kind="quiet" onClick={add}>Add {one.toLowerCase()}</Button>
    </fieldset>
  );
}

function FaultAt({ path }: Pick<FormProps, "path">): JSX.Element | null {
  const fault = faultOf(useComposer(), path);
  return fault === null ? null : <p class="fault" id={placeId(path)}>{fault}</p>;
}

/** Returns the name of one item of a list: "Rules" as "Rule". */
function singular(label: string): string {
  const word = inWords(label);
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.endsWith("s") ? word.slice(0, -1) : word;
}
