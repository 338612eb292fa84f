import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Form } from "../components/form.tsx";
import { TextField } from "../components/text_field.tsx";
import { faultAt } from "../refusal.ts";
import { type ApiClient, apiClients } from "./api_access.ts";

export interface ClientDialogProps {
  /** The client to change; absent for a new one. */
  readonly client?: ApiClient;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes an API client, or changes its name and description. */
export function ClientDialog({ client, isOpen, onClose }: ClientDialogProps): JSX.Element {
  return (
    <Dialog title={client === undefined ? "New API client" : "Rename"} isOpen={isOpen} onClose={onClose}>
      <ClientForm {...client === undefined ? {} : { client }} onClose={onClose} />
    </Dialog>
  );
}

const POINTERS = ["/name", "/description"];

function ClientForm({ client, onClose }: Omit<ClientDialogProps, "isOpen">): JSX.Element {
  const name = useSignal(client?.name ?? "");
  const description = useSignal(client?.description ?? "");
  const save = useAction(async () => {
    const body = { name: name.value, description: description.value === "" ? null : description.value };
    if (client === undefined) await answered(api.POST("/auth/api-clients", { body }));
    else await answered(api.PATCH("/auth/api-clients/{id}", { params: { path: { id: client.id } }, body }));
    await apiClients.load("");
  });
  const submit = async (): Promise<void> => {
    if (await save.run()) onClose();
  };
  return (
    <Form
      action={client === undefined ? "Make the client" : "Save"}
      onSubmit={() => void submit()}
      isRunning={save.isRunning}
      refusal={save.refusal}
      pointers={POINTERS}
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextField label="Name" required value={name} fault={faultAt(save.refusal, "/name")} />
      <TextField
        label="Description"
        rows={3}
        hint="What the program is for, so that you know later whether it may go."
        value={description}
        fault={faultAt(save.refusal, "/description")}
      />
    </Form>
  );
}
