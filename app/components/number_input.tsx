import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { typedNumber } from "../format/typed_number.ts";
import type { ControlAttributes } from "./field.tsx";

export interface NumberInputProps {
  readonly value: number | undefined;
  /** Called with each number; undefined once the field is empty. A text that is no number changes nothing. */
  readonly onChange: (value: number | undefined) => void;
  /** Called with a sentence on a text that is no number, and with null once there is none, or the field is gone. */
  readonly onFault: (fault: string | null) => void;
  readonly attributes?: ControlAttributes | undefined;
  /** Name for a screen reader where the input has no label. */
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
}

/** An input for a number as people write them: `0.1`, `0,1` or `10 %`. */
export function NumberInput(
  { value, onChange, onFault, attributes, label, placeholder }: NumberInputProps,
): JSX.Element {
  const text = useSignal(value === undefined ? "" : String(value));
  // A number that comes from elsewhere replaces the text; the same number, written in another way, stays as typed.
  // An effect after the next frame would meet what was typed since, and take it for a number from elsewhere.
  useLayoutEffect(() => {
    const typed = typedNumber(text.value);
    if (typed.fault === null && typed.value === value) return;
    text.value = value === undefined ? "" : String(value);
    onFault(null);
  }, [value]);
  useEffect(() => () => onFault(null), []);
  return (
    <input
      {...attributes}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      aria-label={label}
      placeholder={placeholder}
      value={text.value}
      aria-invalid={typedNumber(text.value).fault === null ? attributes?.["aria-invalid"] : "true"}
      onInput={({ currentTarget }) => {
        text.value = currentTarget.value;
        const typed = typedNumber(currentTarget.value);
        onFault(typed.fault);
        if (typed.fault === null) onChange(typed.value);
      }}
    />
  );
}
