import type { JSX, TargetedEvent } from "preact";
import type { Held } from "../field_of.ts";
import { Field, type FieldProps } from "./field.tsx";

export interface SelectFieldProps<Value extends string> extends Omit<FieldProps, "children"> {
  readonly value: Held<Value>;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly name?: string;
}

/** A field that offers some values. */
export function SelectField<Value extends string>(
  { label, hint, fault, value, options, name }: SelectFieldProps<Value>,
): JSX.Element {
  const onChange = (event: TargetedEvent<HTMLSelectElement>): void => {
    const chosen = options[event.currentTarget.selectedIndex];
    if (chosen !== undefined) value.value = chosen.value;
  };
  return (
    <Field label={label} hint={hint} fault={fault ?? null}>
      {(attributes) => (
        <select {...attributes} name={name} value={value.value} onChange={onChange}>
          {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
        </select>
      )}
    </Field>
  );
}
