import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Field } from "../../../components/field.tsx";
import { Marked } from "../../../components/marked.tsx";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { isSame, type Json, pointerOf } from "../json.ts";
import type { FormProps } from "./form_props.ts";

/** A value for which there is no form, such as a matrix: written as JSON, or pasted. */
export function JsonField({ schema, path, label, isRequired }: FormProps): JSX.Element {
  const composer = useComposer();
  const value = requestAt(composer, path);
  const text = useSignal(written(value));
  // An effect after the next frame would meet what was typed since.
  useLayoutEffect(() => {
    const typed = read(text.value);
    if (typed.fault === null && isSame(typed.value, value)) return;
    text.value = written(value);
    composer.noteUnread(path, null);
  }, [value]);
  useEffect(() => () => composer.noteUnread(path, null), [pointerOf(path)]);
  return (
    <div class="place" id={placeId(path)}>
      <Field
        label={isRequired ? `${label} *` : label}
        hint={schema.description === undefined ? null : <Marked text={schema.description} />}
        fault={faultOf(composer, path, { below: true })}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            class="code"
            rows={4}
            spellcheck={false}
            placeholder="JSON"
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
              const typed = read(currentTarget.value);
              composer.noteUnread(path, typed.fault);
              if (typed.fault === null) composer.set(path, typed.value);
            }}
          />
        )}
      </Field>
    </div>
  );
}

function written(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}

function read(text: string): { readonly value: Json | undefined; readonly fault: string | null } {
  if (text.trim() === "") return { value: undefined, fault: null };
  try {
    return { value: JSON.parse(text), fault: null };
  } catch (error) {
    return { value: undefined, fault: `This is no JSON: ${error instanceof Error ? error.message : error}` };
  }
}
