import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { Form } from "../components/form.tsx";
import { PageHead } from "../components/page_head.tsx";
import { mailedToken } from "../session/mailed_token.ts";
import { SignInForm } from "../session/sign_in_form.tsx";

/**
 * What the link of a verification mail opens. The token is used only when the form is sent, because programs follow
 * links in mails.
 */
export default function Verify(): JSX.Element {
  const { route } = useLocation();
  const said = useSignal<string | null>(null);
  const confirm = useAction(async () => {
    const { detail } = await answered(api.POST("/auth/email/verify/confirm", { body: { token: mailedToken() } }));
    said.value = detail;
  });
  return (
    <div class="narrow stack">
      <PageHead title="Confirm your address" />
      <div role="status">{said.value === null ? null : <p class="notice notice-good">{said.value}</p>}</div>
      {said.value !== null ? <SignInForm onDone={() => route("/app")} /> : (
        <Form
          action="Confirm the address"
          onSubmit={() => void confirm.run()}
          isRunning={confirm.isRunning}
          refusal={confirm.refusal}
          beside={confirm.refusal === null ? undefined : <a href="/app/sign-in">Sign in to get another mail</a>}
        />
      )}
    </div>
  );
}
