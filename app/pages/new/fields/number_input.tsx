import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { ControlAttributes } from "../../../components/field.tsx";
import { writtenNumber } from "../written_number.ts";

export interface NumberInputProps {
  readonly value: number | undefined;
  /** Called with each number; undefined once the field is empty. A text that is no number changes nothing. */
  readonly onChange: (value: number | undefined) => void;
  readonly attributes?: ControlAttributes | undefined;
  /** Name for a screen reader where the input has no label. */
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
}

/** An input for a number as people write them: `0.1`, `0,1` or `10 %`. */
export function NumberInput({ value, onChange, attributes, label, placeholder }: NumberInputProps): JSX.Element {
  const text = useSignal(value === undefined ? "" : String(value));
  // A number that comes from elsewhere replaces the text; the same number, written in another way, stays as typed.
  useEffect(() => {
    const typed = text.value.trim() === "" ? undefined : writtenNumber(text.value);
    if (typed !== null && typed !== value) text.value = value === undefined ? "" : String(value);
  }, [value]);
  const isNone = text.value.trim() !== "" && writtenNumber(text.value) === null;
  return (
    <input
      {...attributes}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      aria-label={label}
      placeholder={placeholder}
      value={text.value}
      aria-invalid={isNone ? "true" : attributes?.["aria-invalid"]}
      title={isNone ? `Cannot read "${text.value}" as a number` : undefined}
      onInput={({ currentTarget }) => {
        text.value = currentTarget.value;
        const number = writtenNumber(currentTarget.value);
        if (currentTarget.value.trim() === "") onChange(undefined);
        else if (number !== null) onChange(number);
      }}
    />
  );
}
