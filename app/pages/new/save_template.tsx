import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../../action.ts";
import { answered, api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { TextField } from "../../components/text_field.tsx";
import { toast } from "../../components/toasts.tsx";
import { faultAt } from "../../refusal.ts";
import { useRunDraft } from "./draft_of_run.ts";

/** A button that saves the request as a template, under a name. */
export function SaveTemplate({ disabled }: { readonly disabled: boolean }): JSX.Element {
  const draft = useRunDraft();
  const isOpen = useSignal(false);
  const name = useSignal("");
  const save = useAction(async () => {
    const { name: _, ...request } = draft.value.value.request;
    await answered(api.POST("/templates", { body: { name: name.value, request } }));
    isOpen.value = false;
    toast(`Saved as the template "${name.value}"`);
  });
  return (
    <>
      <Button
        kind="quiet"
        disabled={disabled}
        onClick={() => {
          save.reset();
          const { name: given } = draft.value.value.request;
          name.value = typeof given === "string" ? given : "";
          isOpen.value = true;
        }}
      >
        Save as template
      </Button>
      <Dialog title="Save as template" isOpen={isOpen.value} onClose={() => isOpen.value = false}>
        <Form
          action="Save"
          onSubmit={() => void save.run()}
          isRunning={save.isRunning}
          refusal={save.refusal}
          pointers={["/name"]}
        >
          <TextField label="Name of the template" value={name} required fault={faultAt(save.refusal, "/name")} />
          {draft.value.value.held === null ? null : (
            <p class="hint">
              The file of prices is not part of a template: choose it again when you use the template.
            </p>
          )}
        </Form>
      </Dialog>
    </>
  );
}
