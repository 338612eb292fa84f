import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { EmailField } from "../components/email_field.tsx";
import { Form } from "../components/form.tsx";
import { PasswordField } from "../components/password_field.tsx";
import { faultAt } from "../refusal.ts";
import { CookiesBlocked } from "./cookies_blocked.tsx";
import { beginSession } from "./session.ts";

const POINTERS = ["/email", "/password"];

export interface SignInFormProps {
  /** Called once the person is signed in, where the page does not change by itself. */
  readonly onDone?: () => void;
}

/** The form with which a person signs in. */
export function SignInForm({ onDone }: SignInFormProps): JSX.Element {
  const email = useSignal("");
  const password = useSignal("");
  const signIn = useAction(async () => {
    const body = { email: email.value, password: password.value };
    const { access_token } = await answered(api.POST("/auth/login", { body }));
    password.value = "";
    beginSession(access_token);
    onDone?.();
  });
  return (
    <Form
      action="Sign in"
      onSubmit={() => void signIn.run()}
      isRunning={signIn.isRunning}
      refusal={signIn.refusal}
      pointers={POINTERS}
      beside={<a href="/app/forgotten">Forgotten the password?</a>}
    >
      <CookiesBlocked />
      <EmailField value={email} fault={faultAt(signIn.refusal, "/email")} />
      <PasswordField isNew={false} value={password} fault={faultAt(signIn.refusal, "/password")} />
    </Form>
  );
}
