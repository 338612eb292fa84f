import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import type { Held } from "../field_of.ts";

export interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly value: Held<boolean>;
  readonly name?: string;
  readonly disabled?: boolean;
}

/** A box to tick, with its label beside it. */
export function CheckField({ label, hint, value, name, disabled = false }: CheckFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        disabled={disabled}
        checked={value.value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
      <label for={id}>{label}</label>
      {hint ? <p class="hint" id={`${id}-hint`}>{hint}</p> : null}
    </div>
  );
}
