import type { JSX } from "preact";
import { TextField, type TextFieldProps } from "./text_field.tsx";

export interface PasswordFieldProps extends Pick<TextFieldProps, "value" | "fault" | "hint"> {
  readonly label?: string;
  /** Name of the field, by which browsers fill in what they know. */
  readonly name?: string;
  /** Whether the password is chosen here, so that browsers offer one rather than fill in theirs. */
  readonly isNew: boolean;
}

/** The field for a password. */
export function PasswordField(
  { label = "Password", name = "password", isNew, fault, ...rest }: PasswordFieldProps,
): JSX.Element {
  return (
    <TextField
      {...rest}
      label={label}
      type="password"
      name={name}
      autocomplete={isNew ? "new-password" : "current-password"}
      required
      fault={fault ?? null}
    />
  );
}
