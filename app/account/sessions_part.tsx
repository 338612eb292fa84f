import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { allPages } from "../all_pages.ts";
import { answered, api, done } from "../api.ts";
import { useAction } from "../action.ts";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Refused } from "../components/refused.tsx";
import { Shown } from "../components/shown.tsx";
import { Table } from "../components/table.tsx";
import { toast } from "../components/toasts.tsx";
import { moment } from "../format/moment.ts";
import { loadable, useLoaded } from "../loaded.ts";
import { Refusal } from "../refusal.ts";
import { signOut } from "../session/sign_out.ts";
import { browserOf } from "./browser_of.ts";

/** The sessions of the account, newest first. */
export const sessions = loadable((_key, signal) =>
  allPages((query) => answered(api.GET("/auth/sessions", { params: { query }, signal })))
);

/** Where the person is signed in, and how to end it. */
export function SessionsPart(): JSX.Element {
  const isAsking = useSignal(false);
  const loaded = useLoaded(sessions);
  const ending = useAction(async (id: string) => {
    await end(id);
    await sessions.load("");
    toast("The session has ended");
  });
  return (
    <Shown loaded={loaded} phase="Reading your sessions">
      {(items) => (
        <section class="stack">
          {ending.refusal === null ? null : <Refused refusal={ending.refusal} />}
          <Table
            caption="Sessions"
            rows={items}
            keyOf={({ session_id }) => session_id}
            columns={[
              {
                key: "browser",
                title: "Browser",
                value: ({ user_agent }) => user_agent,
                show: ({ user_agent, current }) => (
                  <span title={user_agent ?? undefined}>
                    {browserOf(user_agent)} {current ? <strong>(this one)</strong> : null}
                  </span>
                ),
              },
              { key: "address", title: "Network", value: ({ address }) => address },
              time("created_at", "Signed in"),
              time("last_used_at", "Last used"),
              {
                key: "end",
                title: "Actions",
                show: ({ session_id, user_agent, current }) =>
                  current ? null : (
                    <Button
                      kind="quiet"
                      label={`End the session of ${browserOf(user_agent)}`}
                      isRunning={ending.isRunning}
                      onClick={() => void ending.run(session_id)}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
          <div class="row">
            <Button kind="danger" onClick={() => isAsking.value = true}>Sign out everywhere</Button>
          </div>
          <Confirm
            title="Sign out everywhere?"
            action="Sign out everywhere"
            isOpen={isAsking.value}
            onClose={() => isAsking.value = false}
            onConfirm={signOutEverywhere}
          >
            <p>
              Every browser must sign in again, this one too. API keys stay valid: revoke them among the keys, where
              somebody else may have one. A run, list or template that you have not sent or saved at this browser is
              lost.
            </p>
          </Confirm>
        </section>
      )}
    </Shown>
  );
}

type Session = NonNullable<ReturnType<typeof sessions.known>["value"]["value"]>[number];

function time(field: "created_at" | "last_used_at", title: string) {
  return { key: field, title, value: (row: Session) => row[field], show: (row: Session) => moment(row[field]) };
}

async function end(session_id: string): Promise<void> {
  await done(api.DELETE("/auth/sessions/{session_id}", { params: { path: { session_id } } }));
}

async function signOutEverywhere(): Promise<void> {
  const all = await allPages((query) => answered(api.GET("/auth/sessions", { params: { query } })));
  for (const { session_id, current } of all) {
    if (!current) await end(session_id).catch(ignoreEnded);
  }
  await signOut();
}

/** Lets it pass that a session has ended already, which is what the person wants. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error;
}
