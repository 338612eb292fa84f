import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { told } from "../format/told.ts";

/** Attributes that tie a control to its label, hint and fault. A control of a field takes all of them. */
export interface ControlAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": "true" | undefined;
}

export interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  /** Sentence on what is wrong with the value; null if nothing is. */
  readonly fault?: string | null;
  /** Makes the control: an input, a select or a text area. */
  readonly children: (attributes: ControlAttributes) => JSX.Element;
}

/** A control with its label, and below it a hint and a fault, which a screen reader reads with it. */
export function Field({ label, hint, fault = null, children }: FieldProps): JSX.Element {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, fault === null ? null : `${id}-fault`].filter((one) => one !== null);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": fault === null ? undefined : "true",
      })}
      {hint ? <p class="hint" id={`${id}-hint`}>{hint}</p> : null}
      {fault === null ? null : <p class="fault" id={`${id}-fault`}>{told(fault)}</p>}
    </div>
  );
}
