import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Form } from "../components/form.tsx";
import { TextField } from "../components/text_field.tsx";
import { faultAt } from "../refusal.ts";
import { type ApiKey, apiKeys } from "./api_access.ts";
import { type Scope, ScopesField } from "./scopes_field.tsx";

const POINTERS = ["/name", "/scopes"];

/** Changes the name and the scopes of an API key. Its text stays. */
export function KeyChangeDialog(
  { apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void },
): JSX.Element {
  const name = useSignal(apiKey.name);
  const scopes = useSignal<readonly Scope[]>(apiKey.scopes);
  const save = useAction(async () => {
    const body = { name: name.value, scopes: [...scopes.value] };
    await answered(api.PATCH("/auth/api-keys/{id}", { params: { path: { id: apiKey.id } }, body }));
    await apiKeys.load(apiKey.client_id);
  });
  const submit = async (): Promise<void> => {
    if (await save.run()) onClose();
  };
  return (
    <Dialog title={`Change ${apiKey.name}`} isOpen onClose={onClose}>
      <Form
        action="Save"
        onSubmit={() => void submit()}
        isRunning={save.isRunning}
        refusal={save.refusal}
        pointers={POINTERS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField label="Name" required value={name} fault={faultAt(save.refusal, "/name")} />
        <ScopesField value={scopes} fault={faultAt(save.refusal, "/scopes", { below: true })} />
      </Form>
    </Dialog>
  );
}
