import type { JSX } from "preact";
import { TextField, type TextFieldProps } from "./text_field.tsx";

/** The field for the address by which a person has an account. */
export function EmailField({ value, fault }: Pick<TextFieldProps, "value" | "fault">): JSX.Element {
  return (
    <TextField
      label="E-mail address"
      type="email"
      name="email"
      autocomplete="username"
      required
      value={value}
      fault={fault ?? null}
    />
  );
}
