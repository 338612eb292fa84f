import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useAction } from "../../action.ts";
import { attemptHeaders } from "../../attempt_key.ts";
import { CheckField } from "../../components/check_field.tsx";
import { Form } from "../../components/form.tsx";
import { Marked } from "../../components/marked.tsx";
import { SelectField } from "../../components/select_field.tsx";
import { TextField } from "../../components/text_field.tsx";
import { useDraft } from "../../drafts.ts";
import { fieldOf, type Held } from "../../field_of.ts";
import { faultAt } from "../../refusal.ts";
import type { components } from "../../../clients/typescript/mod.ts";
import { bodyOfFields, type FieldValue, scalarFields } from "./described_fields.ts";
import { wordsOf } from "../../format/words_of.ts";

type DescribedField = components["schemas"]["DescribedField"];

type AttemptHeaders = Awaited<ReturnType<typeof attemptHeaders>>;

export interface DescribedFormProps {
  /** Fields of a submission, as the service describes them. */
  readonly fields: readonly DescribedField[];
  /** Path of the object whose fields the form has, for example `monte_carlo`. */
  readonly within: string;
  /** Names of the fields that are seen at once; the others are folded. */
  readonly first: readonly string[];
  /** Fields whose values are words that only the page knows, such as the methods of a run. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Values that the form begins with, by field. */
  readonly initial?: Readonly<Record<string, string>>;
  /** Title of the draft that keeps what was typed until it is sent. */
  readonly draft: string;
  readonly action: string;
  /**
   * Submits a body under headers by which the same form is submitted once, and returns the id of its job. Throws a
   * `Refusal` where the service refuses.
   */
  readonly submit: (body: Readonly<Record<string, FieldValue>>, headers: AttemptHeaders) => Promise<string>;
  readonly onSent: (id: string) => void;
}

/** A form for a submission, made of the fields that the service describes. A field left empty takes its default. */
export function DescribedForm(
  { fields, within, first, choices = {}, initial = {}, draft: title, action, submit, onSent }: DescribedFormProps,
): JSX.Element {
  const shown = useMemo(() => scalarFields(fields, within), [fields, within]);
  const begun = useMemo(() => textsOf(shown, initial), [shown]);
  const draft = useDraft(title, begun, (stored) => readTexts(stored, begun));
  const texts = draft.value;
  useEffect(() => void draft.mark(), [draft]);
  const sending = useAction(async () => {
    const body = bodyOfFields(shown, (name) => texts.value[name] ?? "");
    const id = await submit(body, await attemptHeaders(draft.mark(), body));
    draft.clear(id);
    onSent(id);
  });
  const control = (field: DescribedField): JSX.Element => (
    <Control
      key={field.name}
      field={field}
      choices={choices[field.name] ?? field.choices}
      value={fieldOf(texts, field.name)}
      fault={faultAt(sending.refusal, `/${field.name}`)}
    />
  );
  const isFirst = ({ name }: DescribedField): boolean => first.includes(name);
  return (
    <Form
      action={action}
      onSubmit={() => void sending.run()}
      isRunning={sending.isRunning}
      refusal={sending.refusal}
      pointers={shown.map(({ name }) => `/${name}`)}
    >
      <div class="field-grid">{first.flatMap((name) => shown.filter((field) => field.name === name)).map(control)}</div>
      <details>
        <summary>More settings</summary>
        <div class="field-grid">{shown.filter((field) => !isFirst(field)).map(control)}</div>
      </details>
    </Form>
  );
}

/** What is typed into the fields, by their names. */
type Texts = Readonly<Record<string, string>>;

function textsOf(fields: readonly DescribedField[], initial: Texts): Texts {
  return Object.fromEntries(
    fields.map(({ name, type, default: usual }) =>
      [name, initial[name] ?? (type === "boolean" ? String(usual === true) : "")] as const
    ),
  );
}

/** Returns the stored texts of the fields that there are; null where there are none. */
function readTexts(stored: unknown, begun: Texts): Texts | null {
  if (typeof stored !== "object" || stored === null) return null;
  const known = Object.entries(stored).filter(([name, text]) => Object.hasOwn(begun, name) && typeof text === "string");
  return { ...begun, ...Object.fromEntries(known) };
}

interface ControlProps {
  readonly field: DescribedField;
  readonly choices: readonly string[] | null;
  readonly value: Held<string>;
  readonly fault: string | null;
}

function Control({ field, choices, value, fault }: ControlProps): JSX.Element {
  const { name, type, default: usual, description } = field;
  const label = wordsOf(name), hint = description === null ? undefined : <Marked text={description} />;
  const isNumber = type === "number" || type === "integer";
  if (type === "boolean") return <Tick label={label} hint={hint} value={value} />;
  if (choices !== null) {
    const options = [
      { value: "", label: typeof usual === "string" ? `${wordsOf(usual)} (default)` : "By default" },
      ...choices.filter((one) => one !== usual).map((one) => ({ value: one, label: wordsOf(one) })),
    ];
    return <SelectField label={label} hint={hint} fault={fault} value={value} options={options} />;
  }
  return (
    <TextField
      label={label}
      hint={hint}
      fault={fault}
      value={value}
      type={isNumber ? "number" : name.endsWith("_date") ? "date" : "text"}
      placeholder={usual === null || typeof usual === "object" ? "" : String(usual)}
    />
  );
}

function Tick(
  { label, hint, value }: {
    readonly label: string;
    readonly hint: JSX.Element | undefined;
    readonly value: Held<string>;
  },
): JSX.Element {
  const isSet: Held<boolean> = {
    get value() {
      return value.value === "true";
    },
    set value(next) {
      value.value = String(next);
    },
  };
  return <CheckField label={label} hint={hint} value={isSet} />;
}
