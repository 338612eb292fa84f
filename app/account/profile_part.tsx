import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { Form } from "../components/form.tsx";
import { Shown } from "../components/shown.tsx";
import { TextField } from "../components/text_field.tsx";
import { toast } from "../components/toasts.tsx";
import { moment } from "../format/moment.ts";
import { useLoaded } from "../loaded.ts";
import { faultAt } from "../refusal.ts";
import { profile } from "../session/profile.ts";
import { PasswordForm } from "./password_form.tsx";

type Profile = NonNullable<ReturnType<typeof profile.known>["value"]["value"]>;

/** Who the person is for the service, and the password. */
export function ProfilePart(): JSX.Element {
  return (
    <Shown loaded={useLoaded(profile)} phase="Reading your profile">
      {(value) => (
        <div class="columns">
          <section class="card">
            <h2>Profile</h2>
            <dl class="facts">
              <dt>Name</dt>
              <dd>
                <bdi>{value.full_name}</bdi>
              </dd>
              <dt>E-mail address</dt>
              <dd>
                <bdi>{value.email}</bdi>
              </dd>
              <dt>Member since</dt>
              <dd>{moment(value.created_at)}</dd>
            </dl>
            <DisplayNameForm key={value.display_name} profile={value} />
          </section>
          <section class="card">
            <h2>Password</h2>
            <PasswordForm email={value.email} />
          </section>
        </div>
      )}
    </Shown>
  );
}

function DisplayNameForm({ profile: known }: { readonly profile: Profile }): JSX.Element {
  const name = useSignal(known.display_name ?? "");
  const isChanged = useComputed(() => name.value !== (known.display_name ?? ""));
  const save = useAction(async () => {
    const display_name = name.value === "" ? null : name.value;
    await answered(api.PATCH("/users/me", { body: { display_name } }));
    await profile.load("");
    toast("The display name is saved");
  });
  return (
    <Form
      action="Save the name"
      kind="plain"
      disabled={!isChanged.value}
      onSubmit={() => void save.run()}
      isRunning={save.isRunning}
      refusal={save.refusal}
      pointers={["/display_name"]}
    >
      <TextField
        label="Display name"
        name="nickname"
        hint="How the console and reports call you. Leave it empty to be called by your full name."
        value={name}
        fault={faultAt(save.refusal, "/display_name")}
      />
    </Form>
  );
}
