import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { EmailField } from "../components/email_field.tsx";
import { Form } from "../components/form.tsx";
import { PageHead } from "../components/page_head.tsx";
import { faultAt } from "../refusal.ts";

/** Asks for a mail by which a forgotten password is replaced. */
export default function Forgotten(): JSX.Element {
  const email = useSignal("");
  const said = useSignal<string | null>(null);
  const ask = useAction(async () => {
    const { detail } = await answered(api.POST("/auth/password/reset/request", { body: { email: email.value } }));
    said.value = detail;
  });
  return (
    <div class="narrow">
      <PageHead title="New password" lead="We send you a mail with a link by which you choose a new password." />
      <div role="status">{said.value === null ? null : <p class="notice notice-good">{said.value}</p>}</div>
      {said.value !== null ? null : (
        <Form
          action="Send the mail"
          onSubmit={() => void ask.run()}
          isRunning={ask.isRunning}
          refusal={ask.refusal}
          pointers={["/email"]}
        >
          <EmailField value={email} fault={faultAt(ask.refusal, "/email")} />
        </Form>
      )}
      <p class="below">
        <a href="/app/sign-in">Back to the sign-in</a>
      </p>
    </div>
  );
}
