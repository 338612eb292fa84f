import type { JSX } from "preact";
import { Field } from "../../../components/field.tsx";
import { Marked } from "../../../components/marked.tsx";
import { wordsOf } from "../../../format/words_of.ts";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { isObject } from "../json.ts";
import { Prose } from "../prose.tsx";
import {
  firstOf,
  firstValue,
  type FormKind,
  formOf,
  resolved,
  ruledOut,
  type Schema,
  schemasOf,
  type TaggedVariant,
  variantOf,
} from "../schema.ts";
import type { FormProps, SchemaFieldProps } from "./form_props.ts";
import { JsonField } from "./json_field.tsx";
import { ListField } from "./list_field.tsx";
import { MapField } from "./map_field.tsx";
import { MethodsOfRunField } from "./methods_of_run_field.tsx";
import { SavedMapField } from "./saved_map_field.tsx";
import { ScalarControl } from "./scalar_control.tsx";

/** The form of a value of the request, made of its schema. An empty field is left out of the request. */
export function SchemaField(props: SchemaFieldProps): JSX.Element {
  const { catalogue: { schemas } } = useComposer();
  const schema = resolved(props.schema, schemas), form = formOf(schema, schemas);
  const all = { ...props, schema, label: props.label ?? wordsOf(String(props.path.at(-1) ?? "")) };
  if (props.path.at(-1) === "map_id") return <SavedMapField {...all} />;
  if (props.path.at(-1) === "methods") return <MethodsOfRunField {...all} />;
  switch (form.kind) {
    case "record":
      return <RecordField {...all} properties={form.properties} />;
    case "map":
      return <MapField {...all} value={form.value} />;
    case "list":
      return <ListField {...all} item={form.item} FieldOfItem={SchemaField} />;
    case "variants":
      return <VariantsField {...all} variants={form.variants} />;
    case "tagged":
      return <TaggedField {...all} tag={form.tag} variants={form.variants} />;
    case "json":
      return <JsonField {...all} />;
    case "check":
      return <CheckOf {...all} />;
    default:
      return <ScalarField {...all} form={form} />;
  }
}

function ScalarField({ schema, path, label, isRequired, form }: FormProps & { readonly form: FormKind }): JSX.Element {
  const composer = useComposer();
  return (
    <div id={placeId(path)} class="place">
      <Field
        label={isRequired ? `${label} *` : label}
        hint={hintOf(schema.description)}
        fault={faultOf(composer, path)}
      >
        {(attributes) => (
          <ScalarControl
            schema={schema}
            form={form}
            path={path}
            attributes={attributes}
            isRequired={isRequired ?? false}
          />
        )}
      </Field>
      <AboutMeasure schema={schema} path={path} />
    </div>
  );
}

/** What the measure of risk is that a field chooses. Nothing for fields that choose something else. */
function AboutMeasure({ schema, path }: Pick<FormProps, "schema" | "path">): JSX.Element | null {
  const composer = useComposer();
  const chosen = requestAt(composer, path) ?? schema.default;
  const { measures } = composer.catalogue.requirements;
  const measure = schema.enum?.some((one) => one === chosen) ? measures.find(({ id }) => id === chosen) : undefined;
  if (measure === undefined) return null;
  return (
    <details class="about">
      <summary aria-label={`About ${measure.name}`}>about</summary>
      <Prose markdown={measure.description} />
    </details>
  );
}

function CheckOf({ schema, path, label }: FormProps): JSX.Element {
  const composer = useComposer();
  const preset = schema.default === true, value = requestAt(composer, path);
  const fault = faultOf(composer, path);
  return (
    <div class="check place" id={placeId(path)}>
      <input
        type="checkbox"
        id={`${placeId(path)}-box`}
        checked={typeof value === "boolean" ? value : preset}
        onChange={({ currentTarget }) =>
          composer.set(path, currentTarget.checked === preset ? undefined : currentTarget.checked)}
      />
      <label for={`${placeId(path)}-box`}>{label}</label>
      {schema.description === undefined ? null : (
        <p class="hint">
          <Marked text={schema.description} />
        </p>
      )}
      {fault === null ? null : <p class="fault">{fault}</p>}
    </div>
  );
}

function RecordField(
  { schema, path, label, properties, isRequired = true, without = [] }: FormProps & {
    readonly properties: readonly (readonly [name: string, schema: Schema])[];
  },
): JSX.Element {
  const composer = useComposer();
  const value = requestAt(composer, path), fault = faultOf(composer, path);
  const isOut = ruledOut(schema, isObject(value) ? value : {});
  const shown = properties.filter(([name]) => !isOut.has(name) && !without.includes(name));
  const isThere = isRequired || value !== undefined;
  return (
    <fieldset class="record place" id={placeId(path)}>
      {isRequired ? <legend class={label === "" ? "unseen" : undefined}>{label}</legend> : (
        <legend class="check">
          <input
            type="checkbox"
            id={`${placeId(path)}-there`}
            checked={isThere}
            onChange={({ currentTarget }) =>
              composer.set(
                path,
                currentTarget.checked
                  ? firstValue({ ...schema, default: null }, composer.catalogue.schemas)
                  : undefined,
              )}
          />
          <label for={`${placeId(path)}-there`}>{label}</label>
        </legend>
      )}
      {isThere && schema.description !== undefined && schema.title === undefined
        ? (
          <p class="hint">
            <Marked text={schema.description} />
          </p>
        )
        : null}
      {fault === null ? null : <p class="fault">{fault}</p>}
      {!isThere ? null : (
        <div class="record-fields">
          {shown.map(([name, property]) => (
            <SchemaField
              key={name}
              schema={property}
              path={[...path, name]}
              isRequired={schema.required?.includes(name) ?? false}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** A value that says by a word which shape it has: a choice of the word, what it means, and the form of its shape. */
function TaggedField(
  { schema, path, label, tag, variants, isRequired }: FormProps & {
    readonly tag: string;
    readonly variants: readonly TaggedVariant[];
  },
): JSX.Element {
  const composer = useComposer();
  const { catalogue: { schemas } } = composer;
  const value = requestAt(composer, path), word = isObject(value) ? value[tag] : undefined;
  const variant = variants.find((one) => one.word === word);
  const preset = isObject(schema.default) ? schema.default[tag] : undefined;
  const usual = variants.find((one) => one.word === preset);
  const choose = (next: string): void => {
    const chosen = variants.find((one) => one.word === next);
    composer.set(path, chosen === undefined ? undefined : firstOf(chosen, tag, schemas));
  };
  const fields = variant === undefined ? [] : schemasOf(variant.schema).filter(([name]) => name !== tag);
  const isOut = variant === undefined ? new Set<string>() : ruledOut(variant.schema, isObject(value) ? value : {});
  const about = (variant ?? usual)?.schema.description;
  return (
    <div class="tagged place" id={placeId(path)}>
      <Field label={label} hint={hintOf(schema.description)} fault={faultOf(composer, path)}>
        {(attributes) => (
          <select
            {...attributes}
            value={variant?.word ?? ""}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            {isRequired
              ? null
              : <option value="">{usual === undefined ? "None" : `${shapeName(usual.schema)} (default)`}</option>}
            {variants.map((one) => <option key={one.word} value={one.word}>{shapeName(one.schema)}</option>)}
          </select>
        )}
      </Field>
      {about === undefined ? null : (
        <details class="about">
          <summary>What it does</summary>
          <Prose markdown={about} />
        </details>
      )}
      {fields.length === 0 ? null : (
        <div class="record-fields">
          {fields.filter(([name]) => !isOut.has(name)).map(([name, property]) => (
            <SchemaField
              key={name}
              schema={property}
              path={[...path, name]}
              isRequired={variant?.schema.required?.includes(name) ?? false}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** A value of several possible shapes: a choice of the shape, and its form. */
function VariantsField(
  { schema, path, label, variants, isRequired, without }: FormProps & { readonly variants: readonly Schema[] },
): JSX.Element {
  const composer = useComposer();
  const { catalogue: { schemas } } = composer;
  const value = requestAt(composer, path);
  // A request that the service completed has null where nothing was sent.
  const at = value === undefined || (value === null && !isRequired) ? -1 : variantOf(value, variants);
  const variant = variants[at];
  // What has a title is explained beside its heading.
  const hint = schema.title === undefined ? hintOf(schema.description) : null;
  const choose = (next: number): void => {
    const chosen = variants[next];
    composer.set(path, chosen === undefined ? undefined : firstValue(chosen, schemas));
  };
  return (
    <div class="variants place" id={placeId(path)}>
      <Field label={label} hint={hint} fault={variant === undefined ? faultOf(composer, path) : null}>
        {(attributes) => (
          <select
            {...attributes}
            value={String(at)}
            onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          >
            {isRequired ? null : <option value="-1">None</option>}
            {variants.map((one, index) => <option key={index} value={String(index)}>{shapeName(one)}</option>)}
          </select>
        )}
      </Field>
      {variant === undefined
        ? null
        : <SchemaField schema={variant} path={path} label={shapeName(variant)} isRequired without={without ?? []} />}
    </div>
  );
}

/** Returns the name of a shape that a value may have. */
function shapeName({ title, type, properties, required }: Schema): string {
  if (title !== undefined) return title;
  if (type === "string") return "By name";
  if (type === "array") return "Several";
  const names = required ?? Object.keys(properties ?? {});
  return names.length === 0 ? "Other" : wordsOf(names.join(" and "));
}

/** The hint at a field: its description, in which backticks mark code. */
function hintOf(description: string | undefined): JSX.Element | null {
  return description === undefined ? null : <Marked text={description} />;
}
