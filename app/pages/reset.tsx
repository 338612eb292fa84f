import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { CheckField } from "../components/check_field.tsx";
import { Form } from "../components/form.tsx";
import { PageHead } from "../components/page_head.tsx";
import { PasswordField } from "../components/password_field.tsx";
import { faultAt } from "../refusal.ts";
import { mailedToken } from "../session/mailed_token.ts";
import { SignInForm } from "../session/sign_in_form.tsx";

/** What the link of a mail for a new password opens. The token is used only when the form is sent. */
export default function Reset(): JSX.Element {
  const password = useSignal("");
  const endsKeys = useSignal(false);
  const { route } = useLocation();
  const said = useSignal<string | null>(null);
  const set = useAction(async () => {
    const body = { token: mailedToken(), new_password: password.value, revoke_api_keys: endsKeys.value };
    const { detail } = await answered(api.POST("/auth/password/reset/confirm", { body }));
    password.value = "";
    said.value = detail;
  });
  return (
    <div class="narrow stack">
      <PageHead title="Choose a new password" />
      <div role="status">{said.value === null ? null : <p class="notice notice-good">{said.value}</p>}</div>
      {said.value !== null ? <SignInForm onDone={() => route("/app")} /> : (
        <Form
          action="Set the password"
          onSubmit={() => void set.run()}
          isRunning={set.isRunning}
          refusal={set.refusal}
          pointers={["/new_password"]}
          beside={set.refusal === null ? undefined : <a href="/app/forgotten">Ask for another mail</a>}
        >
          <PasswordField
            label="New password"
            name="new_password"
            isNew
            value={password}
            fault={faultAt(set.refusal, "/new_password")}
          />
          <CheckField
            label="End every API key of the account, too"
            hint="If somebody else may have known your password, they may have made a key."
            value={endsKeys}
          />
        </Form>
      )}
    </div>
  );
}
