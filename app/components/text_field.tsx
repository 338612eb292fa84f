import type { JSX, PartialInputHTMLAttributes, TargetedEvent } from "preact";
import type { Held } from "../field_of.ts";
import { Field, type FieldProps } from "./field.tsx";

type InputAttributes = Omit<PartialInputHTMLAttributes<HTMLInputElement>, "type" | "role">;

/**
 * The inputs by their types, because each type of an input has attributes of its own. A number is a text to the
 * browser, whose own field for numbers is empty where it cannot read one.
 */
const INPUTS = {
  text: (all: InputAttributes) => <input {...all} type="text" />,
  email: (all: InputAttributes) => <input {...all} type="email" />,
  password: (all: InputAttributes) => <input {...all} type="password" />,
  search: (all: InputAttributes) => <input {...all} type="search" />,
  number: (all: InputAttributes) => <input {...all} type="text" inputMode="decimal" />,
  date: (all: InputAttributes) => <input {...all} type="date" />,
};

export interface TextFieldProps extends Omit<FieldProps, "children"> {
  readonly value: Held<string>;
  readonly type?: keyof typeof INPUTS;
  /** Name of the field, by which browsers fill in what they know. */
  readonly name?: string;
  readonly autocomplete?: AutoFill;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  /** Lines of a text area; an input of one line if absent. */
  readonly rows?: number;
}

/** A field for text. Its value is a signal of the page, or a part of one by `fieldOf`, for example of a draft. */
export function TextField({ label, hint, fault, value, rows, type = "text", ...rest }: TextFieldProps): JSX.Element {
  const onInput = ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    value.value = currentTarget.value;
  };
  return (
    <Field label={label} hint={hint} fault={fault ?? null}>
      {(attributes) => {
        const all = { ...attributes, ...rest, value: value.value, onInput };
        return rows === undefined ? INPUTS[type](all) : <textarea {...all} rows={rows} />;
      }}
    </Field>
  );
}
