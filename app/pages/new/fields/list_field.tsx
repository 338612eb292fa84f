import type { ComponentType, JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { Marked } from "../../../components/marked.tsx";
import { wordsOf } from "../../../format/words_of.ts";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { goToPlace } from "../go_to_place.ts";
import { isList, pointerOf } from "../json.ts";
import { firstValue, formOf, isFlat, resolved, type Schema } from "../schema.ts";
import type { FormProps, SchemaFieldProps } from "./form_props.ts";
import { AboutColumns } from "./about_columns.tsx";
import { ScalarControl } from "./scalar_control.tsx";

export interface ListFieldProps extends FormProps {
  /** Schema of an item. */
  readonly item: Schema;
  /** The form of an item that has fields of its own. */
  readonly FieldOfItem: ComponentType<SchemaFieldProps>;
}

/** A list: a row an item, each of which can be removed, and a button that adds one. */
export function ListField(props: ListFieldProps): JSX.Element {
  const { schema, path, label, item } = props;
  const composer = useComposer();
  const { catalogue: { schemas } } = composer;
  const value = requestAt(composer, path), items = isList(value) ? value : [];
  const fault = faultOf(composer, path), form = formOf(item, schemas);
  const isTable = form.kind === "record" && isFlat(resolved(item, schemas), schemas);
  return (
    <fieldset class="list-field place" id={placeId(path)}>
      <legend>{label}</legend>
      {schema.description === undefined || schema.title !== undefined ? null : (
        <p class="hint">
          <Marked text={schema.description} />
        </p>
      )}
      {isTable && items.length > 0
        ? <RowsOfRecords {...props} count={items.length} columns={form.properties} />
        : items.map((_, index) => <ListItem key={index} {...props} index={index} />)}
      {fault === null ? null : <p class="fault">{fault}</p>}
      <Button
        kind="quiet"
        onClick={() => {
          composer.set(path, [...items, firstValue(item, schemas)]);
          // The next thing that one does is to fill in the new item, which stands above the button once it is drawn.
          requestAnimationFrame(() => goToPlace(pointerOf([...path, items.length])));
        }}
      >
        Add {singular(label).toLowerCase()}
      </Button>
    </fieldset>
  );
}

function ListItem({ path, label, item, index, FieldOfItem }: ListFieldProps & { readonly index: number }): JSX.Element {
  const composer = useComposer();
  const { catalogue: { schemas } } = composer;
  const form = formOf(item, schemas), own = [...path, index], name = `${singular(label)} ${index + 1}`;
  const isSingle = ["number", "text", "choice", "date"].includes(form.kind);
  return (
    <div class="list-item" id={isSingle ? placeId(own) : undefined}>
      {isSingle
        ? (
          <span class="inputs">
            <ScalarControl schema={item} form={form} path={own} label={name} isRequired />
          </span>
        )
        : <FieldOfItem schema={item} path={own} label={name} isRequired />}
      {isSingle ? <FaultAt path={own} isWithinPlace /> : null}
      <Button kind="quiet" label={`Remove ${name}`} onClick={() => composer.set(own, undefined)}>Remove</Button>
    </div>
  );
}

/** Records of a few numbers and words: a table with a row a record. */
function RowsOfRecords(
  { path, label, item, count, columns }: ListFieldProps & {
    readonly count: number;
    readonly columns: readonly (readonly [name: string, schema: Schema])[];
  },
): JSX.Element {
  const composer = useComposer();
  const { catalogue: { schemas } } = composer;
  const { required = [] } = resolved(item, schemas);
  return (
    <>
      <AboutColumns columns={columns} />
      <table class="inputs">
        <thead>
          <tr>
            {columns.map(([column]) => <th key={column} scope="col">{wordsOf(column)}</th>)}
            <th scope="col">
              <span class="unseen">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, index) => (
            <tr key={index} id={placeId([...path, index])}>
              {columns.map(([column, cell]) => (
                <td key={column}>
                  <ScalarControl
                    schema={resolved(cell, schemas)}
                    form={formOf(cell, schemas)}
                    path={[...path, index, column]}
                    label={`${wordsOf(column)} of ${singular(label).toLowerCase()} ${index + 1}`}
                    isRequired={required.includes(column)}
                  />
                  <FaultAt path={[...path, index, column]} />
                </td>
              ))}
              <td>
                <button
                  type="button"
                  class="icon"
                  aria-label={`Remove ${singular(label).toLowerCase()} ${index + 1}`}
                  onClick={() => composer.set([...path, index], undefined)}
                >
                  ×
                </button>
                <FaultAt path={[...path, index]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The fault at a path. It is the place to which its link leads, unless it stands within that place. */
function FaultAt(
  { path, isWithinPlace = false }: Pick<FormProps, "path"> & { readonly isWithinPlace?: boolean },
): JSX.Element | null {
  const fault = faultOf(useComposer(), path);
  return fault === null ? null : <p class="fault" id={isWithinPlace ? undefined : placeId(path)}>{fault}</p>;
}

/** Returns the name of one item of a list: "Rules" as "Rule". */
function singular(label: string): string {
  const word = wordsOf(label);
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.endsWith("s") ? word.slice(0, -1) : word;
}
