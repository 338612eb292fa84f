import type { JSX } from "preact";
import { Field } from "../../../components/field.tsx";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { isObject } from "../json.ts";
import { firstValue, type FormKind, formOf, inWords, resolved, ruledOut, type Schema, variantOf } from "../schema.ts";
import type { FormProps, SchemaFieldProps } from "./form_props.ts";
import { JsonField } from "./json_field.tsx";
import { ListField } from "./list_field.tsx";
import { MapField } from "./map_field.tsx";
import { ScalarControl } from "./scalar_control.tsx";

/** The form of a value of the request, made of its schema. An empty field is left out of the request. */
export function SchemaField(props: SchemaFieldProps): JSX.Element {
  const { catalogue: { schemas } } = useComposer();
  const schema = resolved(props.schema, schemas), form = formOf(schema, schemas);
  const all = { ...props, schema, label: props.label ?? inWords(String(props.path.at(-1) ?? "")) };
  switch (form.kind) {
    case "record":
      return <RecordField {...all} properties={form.properties} />;
    case "map":
      return <MapField {...all} value={form.value} />;
    case "list":
      return <ListField {...all} item={form.item} FieldOfItem={SchemaField} />;
    case "variants":
      return <VariantsField {...all} variants={form.variants} />;
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
        hint={schema.description}
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
    </div>
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
      {schema.description === undefined ? null : <p class="hint">{schema.description}</p>}
      {fault === null ? null : <p class="fault">{fault}</p>}
    </div>
  );
}

function RecordField(
  { schema, path, label, properties, without = [] }: FormProps & {
    readonly properties: readonly (readonly [name: string, schema: Schema])[];
  },
): JSX.Element {
  const composer = useComposer();
  const value = requestAt(composer, path), fault = faultOf(composer, path);
  const isOut = ruledOut(schema, isObject(value) ? value : {});
  const shown = properties.filter(([name]) => !isOut.has(name) && !without.includes(name));
  return (
    <fieldset class="record place" id={placeId(path)}>
      <legend class={label === "" ? "unseen" : undefined}>{label}</legend>
      {fault === null ? null : <p class="fault">{fault}</p>}
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
    </fieldset>
  );
}

/** A value of several possible shapes: a choice of the shape, and its form. */
function VariantsField(
  { schema, path, label, variants, isRequired, without }: FormProps & { readonly variants: readonly Schema[] },
): JSX.Element {
  const composer = useComposer();
  const { catalogue: { schemas } } = composer;
  const value = requestAt(composer, path);
  const at = value === undefined ? -1 : variantOf(value, variants);
  const variant = variants[at];
  const choose = (next: number): void => {
    const chosen = variants[next];
    composer.set(path, chosen === undefined ? undefined : firstValue(chosen, schemas));
  };
  return (
    <div class="variants place" id={placeId(path)}>
      <Field label={label} hint={schema.description} fault={variant === undefined ? faultOf(composer, path) : null}>
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
  return names.length === 0 ? "Other" : inWords(names.join(" and "));
}
