import type { JSX } from "preact";
import type { ControlAttributes } from "../../../components/field.tsx";
import { placeId, requestAt, useComposer } from "../composer.ts";
import type { Path } from "../json.ts";
import { type FormKind, type Schema } from "../schema.ts";
import { NumberInput } from "../../../components/number_input.tsx";
import { wordsOf } from "../../../format/words_of.ts";

export interface ScalarControlProps {
  readonly schema: Schema;
  readonly form: FormKind;
  readonly path: Path;
  readonly isRequired?: boolean | undefined;
  readonly attributes?: ControlAttributes;
  /** Name for a screen reader where the control stands in a cell without a label. */
  readonly label?: string;
}

/** Id of the list of suggestions that every field for a name has: the assets of the run and their groups. */
export const NAMES_OF_RUN = "names-of-run";

/** Most assets that are offered while one types. */
const MOST_OFFERED = 300;

/** The control of a number, a word, a text or a day. */
export function ScalarControl(
  { schema, form, path, attributes, label, isRequired = false }: ScalarControlProps,
): JSX.Element {
  const composer = useComposer();
  const value = requestAt(composer, path);
  const isDay = form.kind === "date" || String(path.at(-1)).endsWith("_date");
  const preset = schema.default === undefined || schema.default === null ? undefined : String(schema.default);
  if (form.kind === "number") {
    return (
      <NumberInput
        key={placeId(path)}
        value={typeof value === "number" ? value : undefined}
        attributes={attributes}
        label={label}
        placeholder={preset}
        onChange={(number) => composer.set(path, number)}
        onFault={(fault) => composer.noteUnread(path, fault)}
      />
    );
  }
  if (form.kind === "choice") {
    return (
      <select
        {...attributes}
        aria-label={label}
        value={typeof value === "string" ? value : ""}
        onChange={({ currentTarget }) => composer.set(path, currentTarget.value || undefined)}
      >
        {isRequired && value !== undefined
          ? null
          : <option value="">{preset === undefined ? "–" : `${wordsOf(preset)} (default)`}</option>}
        {form.choices.map((choice) => <option key={choice} value={choice}>{wordsOf(choice)}</option>)}
      </select>
    );
  }
  const list = schema.examples === undefined ? NAMES_OF_RUN : `${placeId(path)}-list`;
  return (
    <>
      <input
        {...attributes}
        aria-label={label}
        type={isDay ? "date" : "text"}
        autocomplete="off"
        list={isDay ? undefined : list}
        placeholder={preset}
        value={typeof value === "string" ? value : ""}
        onInput={({ currentTarget }) =>
          composer.set(path, currentTarget.value === "" && !isRequired ? undefined : currentTarget.value)}
      />
      {schema.examples === undefined ? null : (
        <datalist id={list}>
          {schema.examples.map((example) => <option key={String(example)} value={String(example)} />)}
          {composer.assets.value.slice(0, MOST_OFFERED).map(({ id, name }) => (
            <option key={id} value={id}>{name}</option>
          ))}
        </datalist>
      )}
    </>
  );
}
