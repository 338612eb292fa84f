import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { api, done } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Shown } from "../components/shown.tsx";
import { TextField } from "../components/text_field.tsx";
import { useLoaded } from "../loaded.ts";
import { profile } from "../session/profile.ts";
import { leave } from "../session/sign_out.ts";

/** Deletes the account, once the person has typed the name on it. */
export function DeletionPart(): JSX.Element {
  const isAsking = useSignal(false);
  const typed = useSignal("");
  return (
    <Shown loaded={useLoaded(profile)} phase="Reading your profile">
      {({ full_name }) => (
        <section class="card">
          <h2>Delete the account</h2>
          <div class="prose">
            <p>
              Every run, result, file, list, template and key of this account is deleted, and every session ends. This
              cannot be undone. Download first what you want to keep.
            </p>
          </div>
          <div class="row">
            <Button kind="danger" onClick={() => isAsking.value = true}>Delete the account</Button>
          </div>
          <Confirm
            title="Delete the account?"
            action="Delete everything"
            isOpen={isAsking.value}
            disabled={typed.value !== full_name}
            onClose={() => isAsking.value = false}
            onConfirm={deleteAccount}
          >
            <p>
              This cannot be undone. To confirm, type your name:{" "}
              <strong>
                <bdi>{full_name}</bdi>
              </strong>
            </p>
            <TextField label="Your name" autocomplete="off" value={typed} />
          </Confirm>
        </section>
      )}
    </Shown>
  );
}

async function deleteAccount(): Promise<void> {
  await done(api.DELETE("/users/me"));
  await leave("/app/sign-in?deleted=1");
}
