import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy_button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Form } from "../components/form.tsx";
import { TextField } from "../components/text_field.tsx";
import { faultAt } from "../refusal.ts";
import { type ApiClient, apiKeys } from "./api_access.ts";
import { type Scope, ScopesField } from "./scopes_field.tsx";

export interface NewKeyDialogProps {
  readonly client: ApiClient;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes an API key and shows its text, once. */
export function NewKeyDialog({ client, isOpen, onClose }: NewKeyDialogProps): JSX.Element {
  return (
    <Dialog title={`New key of ${client.name}`} isOpen={isOpen} onClose={onClose}>
      <NewKey client={client} onClose={onClose} />
    </Dialog>
  );
}

const POINTERS = ["/name", "/scopes"];

function NewKey({ client, onClose }: Omit<NewKeyDialogProps, "isOpen">): JSX.Element {
  const name = useSignal("");
  const scopes = useSignal<readonly Scope[]>([]);
  const text = useSignal<string | null>(null);
  const make = useAction(async () => {
    const chosen = scopes.value.length === 0 ? {} : { scopes: [...scopes.value] };
    const body = { client_id: client.id, name: name.value, ...chosen };
    const { key } = await answered(api.POST("/auth/api-keys", { body }));
    text.value = key;
    await apiKeys.load(client.id);
  });
  if (text.value !== null) return <ShownOnce text={text.value} onClose={onClose} />;
  return (
    <Form
      action="Make the key"
      onSubmit={() => void make.run()}
      isRunning={make.isRunning}
      refusal={make.refusal}
      pointers={POINTERS}
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextField label="Name" required value={name} fault={faultAt(make.refusal, "/name")} />
      <ScopesField value={scopes} fault={faultAt(make.refusal, "/scopes", { below: true })} />
    </Form>
  );
}

function ShownOnce({ text, onClose }: { readonly text: string; readonly onClose: () => void }): JSX.Element {
  return (
    <div class="stack">
      <p class="notice notice-care">Copy the key now. It is shown this once, and the service does not keep it.</p>
      <p class="secret">
        <code>{text}</code>
      </p>
      <div class="row">
        <CopyButton text={() => text} label="Copy the key" said="The key is copied" />
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
