import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { components } from "../../clients/typescript/mod.ts";
import { answered, api, done } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Empty } from "../components/empty.tsx";
import { Shown } from "../components/shown.tsx";
import { Table } from "../components/table.tsx";
import { toast } from "../components/toasts.tsx";
import { moment } from "../format/moment.ts";
import { loadable, useLoaded } from "../loaded.ts";

type Grant = components["schemas"]["ConnectorGrant"];

const grants = loadable((_key, signal) => answered(api.GET("/users/me/mcp-grants", { signal })));

/** The AI assistants that may act for the account. */
export function ConnectorsPart(): JSX.Element {
  const asked = useSignal<Grant | null>(null);
  return (
    <section class="stack">
      <Shown loaded={useLoaded(grants)} phase="Reading the connectors">
        {({ items }) =>
          items.length === 0
            ? (
              <Empty title="No connectors">
                <p>
                  An AI assistant that you connect to this service stands here with what it may do, and you can take
                  that back.
                </p>
              </Empty>
            )
            : <Grants items={items} onRevoke={(grant) => asked.value = grant} />}
      </Shown>
      <Confirm
        title={asked.value === null ? "" : `Revoke ${nameOf(asked.value)}?`}
        action="Revoke the grant"
        isOpen={asked.value !== null}
        onClose={() => asked.value = null}
        onConfirm={() => asked.value === null ? Promise.resolve() : revoke(asked.value)}
      >
        <p>The assistant is refused from then on. It can ask you for a new grant.</p>
      </Confirm>
    </section>
  );
}

function Grants(
  { items, onRevoke }: { readonly items: readonly Grant[]; readonly onRevoke: (grant: Grant) => void },
): JSX.Element {
  return (
    <Table
      caption="Connectors with a grant"
      rows={items}
      keyOf={({ client_id }) => client_id}
      columns={[
        {
          key: "name",
          title: "Assistant",
          value: nameOf,
          show: (grant) => <bdi title={grant.client_id}>{nameOf(grant)}</bdi>,
        },
        { key: "scopes", title: "Scopes", value: ({ scopes }) => scopes.join(", ") },
        {
          key: "granted_at",
          title: "Granted",
          value: ({ granted_at }) => granted_at,
          show: ({ granted_at }) => moment(granted_at),
        },
        {
          key: "last_used_at",
          title: "Last used",
          value: ({ last_used_at }) => last_used_at,
          show: ({ last_used_at }) => last_used_at === null ? "Never" : moment(last_used_at),
        },
        { key: "calls", title: "Calls", value: ({ calls }) => calls },
        {
          key: "revoke",
          title: "Actions",
          show: (grant) => (
            <Button kind="quiet" label={`Revoke ${nameOf(grant)}`} onClick={() => onRevoke(grant)}>Revoke</Button>
          ),
        },
      ]}
    />
  );
}

function nameOf({ client_name, client_id }: Grant): string {
  return client_name ?? client_id;
}

async function revoke({ client_id }: Grant): Promise<void> {
  await done(api.DELETE("/users/me/mcp-grants", { params: { query: { client_id } } }));
  toast("The grant is revoked");
  await grants.load("");
}
