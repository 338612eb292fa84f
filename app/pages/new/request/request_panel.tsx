import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy_button.tsx";
import { Field } from "../../../components/field.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { toast } from "../../../components/toasts.tsx";
import type { Held } from "../../../field_of.ts";
import { useRunDraft } from "../draft_of_run.ts";
import { heldHistory } from "../history/held_histories.ts";
import { isObject, type JsonObject } from "../json.ts";
import { draftOfRequest, type RunDraft } from "../run_draft.ts";
import { codeOfRequest, type Language, LANGUAGES } from "./code_of_request.ts";

export interface RequestPanelProps {
  /** The request as it is shown: a history of the caller's own is shortened. */
  readonly shown: JsonObject;
  /** Returns the whole request, for copying. */
  readonly whole: () => Promise<JsonObject>;
}

/** The request of the run as JSON and as programs that submit it. JSON can be edited, or pasted from elsewhere. */
export function RequestPanel({ shown, whole }: RequestPanelProps): JSX.Element {
  const language = useSignal<Language>("json");
  // The text that is edited, which stays while one looks at a program; null while none is.
  const edited = useSignal<string | null>(null);
  return (
    <details class="card request-panel" open>
      <summary>
        <h2>Request</h2>
      </summary>
      <Tabs<Language>
        label="Languages of the request"
        tabs={LANGUAGES}
        chosen={language.value}
        onChoose={(next) => language.value = next}
      >
        {edited.value !== null && language.value === "json" ? <JsonEditor edited={edited} text={edited.value} /> : (
          <>
            <pre
              class="request-code"
              tabIndex={0}
            ><code>{beginOf(codeOfRequest(shown, language.value, location.origin))}</code></pre>
            <div class="row">
              <CopyButton
                text={async () => codeOfRequest(await whole(), language.value, location.origin)}
                said="The request was copied"
              />
              {language.value === "json"
                ? (
                  <Button kind="quiet" onClick={() => edited.value = JSON.stringify(shown, null, 2)}>
                    Edit or paste JSON
                  </Button>
                )
                : null}
            </div>
          </>
        )}
      </Tabs>
    </details>
  );
}

/** Lines of a program above which only the first ones are in the page, so that typing stays quick. */
const MOST_LINES = 400;

function beginOf(code: string): string {
  const lines = code.split("\n"), more = lines.length - MOST_LINES;
  return more <= 0
    ? code
    : [...lines.slice(0, MOST_LINES), `… and ${more} lines more, which are copied, too`].join("\n");
}

/** A text area with the request, from which the whole form is filled in. */
function JsonEditor(
  { edited, text }: { readonly edited: Held<string | null>; readonly text: string },
): JSX.Element {
  const draft = useRunDraft();
  const fault = useSignal<string | null>(null);
  const take = (): void => {
    try {
      const value: unknown = JSON.parse(text);
      if (!isObject(value)) {
        fault.value = "A request is an object: it begins with { and ends with }";
        return;
      }
      const before = draft.value.value;
      draft.value.value = typed(value, before);
      toast("The form shows this request", () => draft.value.value = before);
      edited.value = null;
    } catch (error) {
      fault.value = `This is no JSON: ${error instanceof Error ? error.message : error}`;
    }
  };
  return (
    <>
      <Field label="Request as JSON" fault={fault.value}>
        {(attributes) => (
          <textarea
            {...attributes}
            class="code"
            rows={16}
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => edited.value = currentTarget.value}
          />
        )}
      </Field>
      <div class="row">
        <Button kind="primary" onClick={take}>Fill in the form</Button>
        <Button onClick={() => edited.value = null}>Cancel</Button>
      </div>
    </>
  );
}

/** Returns the draft of an edited request. The history of a file that it was shown with stays with it. */
function typed(request: JsonObject, before: RunDraft): RunDraft {
  const history = heldHistory(before.held);
  if (history === null || typeof request[history.kind] !== "string") return draftOfRequest(request, before);
  const { [history.kind]: _, ...rest } = request;
  return { ...before, request: rest };
}
