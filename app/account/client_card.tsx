import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { api, done } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Shown } from "../components/shown.tsx";
import { Table } from "../components/table.tsx";
import { toast } from "../components/toasts.tsx";
import { moment } from "../format/moment.ts";
import { told } from "../format/told.ts";
import { useLoaded } from "../loaded.ts";
import { type ApiClient, apiClients, type ApiKey, apiKeys } from "./api_access.ts";
import { ClientDialog } from "./client_dialog.tsx";
import { KeyChangeDialog } from "./key_change_dialog.tsx";
import { NewKeyDialog } from "./new_key_dialog.tsx";

/** What is asked about a client or one of its keys at the moment. */
type Asked =
  | { readonly about: "nothing" | "new key" | "change" | "deletion" }
  | { readonly about: "change of key" | "revocation"; readonly key: ApiKey };

const NOTHING: Asked = { about: "nothing" };

/** An API client with its keys. */
export function ClientCard({ client }: { readonly client: ApiClient }): JSX.Element {
  const asked = useSignal<Asked>(NOTHING);
  const close = (): void => {
    asked.value = NOTHING;
  };
  const { value } = asked;
  return (
    <section class="card">
      <header class="card-head">
        <div>
          <h2>
            <bdi>{client.name}</bdi>
          </h2>
          {client.description === null ? null : <p class="muted">{told(client.description)}</p>}
        </div>
        <div class="row">
          <Button label={`New key of ${client.name}`} onClick={() => asked.value = { about: "new key" }}>
            New key
          </Button>
          <Button kind="quiet" label={`Rename ${client.name}`} onClick={() => asked.value = { about: "change" }}>
            Rename
          </Button>
          <Button kind="quiet" label={`Delete ${client.name}`} onClick={() => asked.value = { about: "deletion" }}>
            Delete
          </Button>
        </div>
      </header>
      <Shown loaded={useLoaded(apiKeys, client.id)} phase="Reading the keys">
        {(keys) =>
          keys.length === 0
            ? <p class="muted">This client has no key yet.</p>
            : <KeyTable client={client} keys={keys} onAsk={(next) => asked.value = next} />}
      </Shown>
      <NewKeyDialog client={client} isOpen={value.about === "new key"} onClose={close} />
      <ClientDialog client={client} isOpen={value.about === "change"} onClose={close} />
      {value.about === "change of key" ? <KeyChangeDialog apiKey={value.key} onClose={close} /> : null}
      <Confirm
        title={`Delete ${client.name}?`}
        action="Delete the client"
        isOpen={value.about === "deletion"}
        onClose={close}
        onConfirm={() => deleteClient(client)}
      >
        <p>Every key of this client is revoked with it. Programs that use one are refused from then on.</p>
      </Confirm>
      <Confirm
        title={value.about === "revocation" ? `Revoke ${value.key.name}?` : ""}
        action="Revoke the key"
        isOpen={value.about === "revocation"}
        onClose={close}
        onConfirm={() => value.about === "revocation" ? revoke(value.key) : Promise.resolve()}
      >
        <p>Programs that use this key are refused from then on. A revoked key cannot be brought back.</p>
      </Confirm>
    </section>
  );
}

interface KeyTableProps {
  readonly client: ApiClient;
  readonly keys: readonly ApiKey[];
  readonly onAsk: (asked: Asked) => void;
}

function KeyTable({ client, keys, onAsk }: KeyTableProps): JSX.Element {
  return (
    <Table
      caption={`Keys of ${client.name}`}
      isCaptionHidden
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { key: "name", title: "Key", value: ({ name }) => name, show: ({ name }) => <bdi>{name}</bdi> },
        {
          key: "prefix",
          title: "Begins with",
          value: ({ prefix }) => prefix,
          show: ({ prefix }) => <code>{prefix}…</code>,
        },
        { key: "scopes", title: "Scopes", value: ({ scopes }) => scopes.join(", ") },
        {
          key: "created_at",
          title: "Made",
          value: ({ created_at }) => created_at,
          show: ({ created_at }) => moment(created_at),
        },
        {
          key: "last_used_at",
          title: "Last used",
          value: ({ last_used_at }) => last_used_at,
          show: ({ last_used_at }) => last_used_at === null ? "Never" : moment(last_used_at),
        },
        {
          key: "buttons",
          title: "Actions",
          show: (key) => (
            <span class="row">
              <Button kind="quiet" label={`Change ${key.name}`} onClick={() => onAsk({ about: "change of key", key })}>
                Change
              </Button>
              <Button kind="quiet" label={`Revoke ${key.name}`} onClick={() => onAsk({ about: "revocation", key })}>
                Revoke
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}

async function deleteClient({ id }: ApiClient): Promise<void> {
  await done(api.DELETE("/auth/api-clients/{id}", { params: { path: { id } } }));
  toast("The client and its keys are deleted");
  await apiClients.load("");
}

async function revoke({ id, client_id }: ApiKey): Promise<void> {
  await done(api.DELETE("/auth/api-keys/{id}", { params: { path: { id } } }));
  toast("The key is revoked");
  await apiKeys.load(client_id);
}
