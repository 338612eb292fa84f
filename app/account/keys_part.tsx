import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { Shown } from "../components/shown.tsx";
import { useLoaded } from "../loaded.ts";
import { apiClients } from "./api_access.ts";
import { ClientCard } from "./client_card.tsx";
import { ClientDialog } from "./client_dialog.tsx";

/** The API clients of the account with their keys. */
export function KeysPart(): JSX.Element {
  const isMaking = useSignal(false);
  const make = <Button kind="primary" onClick={() => isMaking.value = true}>New API client</Button>;
  return (
    <section class="stack">
      <Shown loaded={useLoaded(apiClients)} phase="Reading your API clients">
        {(clients) =>
          clients.length === 0
            ? (
              <Empty title="No API clients yet" action={make}>
                <p>
                  A program signs in with an API key. Make a client for each program, for example "Nightly report", and
                  a key for it. The <a href="/docs" target="_blank">reference</a> shows what a key can do.
                </p>
              </Empty>
            )
            : (
              <>
                <div class="row">{make}</div>
                {clients.map((client) => <ClientCard key={client.id} client={client} />)}
              </>
            )}
      </Shown>
      <ClientDialog isOpen={isMaking.value} onClose={() => isMaking.value = false} />
    </section>
  );
}
