import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { Form } from "../components/form.tsx";
import { PasswordField } from "../components/password_field.tsx";
import { toast } from "../components/toasts.tsx";
import { faultAt } from "../refusal.ts";
import { sessions } from "./sessions_part.tsx";

const POINTERS = ["/current_password", "/new_password"];

/** Changes the password. Programs that keep passwords see to which address they belong. */
export function PasswordForm({ email }: { readonly email: string }): JSX.Element {
  const current = useSignal("");
  const next = useSignal("");
  const change = useAction(async () => {
    const body = { current_password: current.value, new_password: next.value };
    const { detail } = await answered(api.POST("/auth/password", { body }));
    current.value = "";
    next.value = "";
    toast(detail);
    await sessions.load("");
  });
  return (
    <Form
      action="Change the password"
      kind="plain"
      onSubmit={() => void change.run()}
      isRunning={change.isRunning}
      refusal={change.refusal}
      pointers={POINTERS}
    >
      <input type="hidden" name="username" autocomplete="username" value={email} />
      <PasswordField
        label="Current password"
        name="current_password"
        isNew={false}
        value={current}
        fault={faultAt(change.refusal, "/current_password")}
      />
      <PasswordField
        label="New password"
        name="new_password"
        isNew
        hint="Every other session of yours ends with the change."
        value={next}
        fault={faultAt(change.refusal, "/new_password")}
      />
    </Form>
  );
}
