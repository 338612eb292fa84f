import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { told } from "../format/told.ts";
import { faultsElsewhere, type Refusal } from "../refusal.ts";
import { Button } from "./button.tsx";

export interface FormProps {
  /** What the button says. */
  readonly action: string;
  readonly kind?: "primary" | "plain" | "danger";
  readonly onSubmit: () => void;
  readonly isRunning: boolean;
  readonly refusal: Refusal | null;
  /** JSON Pointers of the fields that show their own faults. The form shows those of all others beside its button. */
  readonly pointers?: readonly string[];
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
  /** What stands beside the button, such as a link to another form. */
  readonly beside?: ComponentChildren;
}

/**
 * A form that sends its values by script. After a refusal it says why, and the focus goes to the first field at fault.
 */
export function Form(
  { action, kind = "primary", onSubmit, isRunning, refusal, pointers = [], disabled = false, children, beside }:
    FormProps,
): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal !== null) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusal]);
  return (
    <form
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRunning && !disabled) onSubmit();
      }}
    >
      {children}
      <FormRefusal refusal={refusal} pointers={pointers} />
      <div class="row">
        <Button type="submit" kind={kind} isRunning={isRunning} disabled={disabled}>{action}</Button>
        {beside}
      </div>
    </form>
  );
}

/** The sentence on a refusal, without the faults that fields of the form show themselves. */
function FormRefusal(
  { refusal, pointers }: { readonly refusal: Refusal | null; readonly pointers: readonly string[] },
): JSX.Element {
  const faults = faultsElsewhere(refusal, pointers);
  const isAtFields = refusal !== null && refusal.faults.length > 0 && faults.length === 0;
  return (
    <div role="alert">
      {refusal === null || isAtFields ? null : (
        <div class="notice notice-fault">
          <p>{told(refusal.message)}</p>
          {faults.length === 0 ? null : <ul>{faults.map(({ detail }) => <li key={detail}>{told(detail)}</li>)}</ul>}
        </div>
      )}
    </div>
  );
}
