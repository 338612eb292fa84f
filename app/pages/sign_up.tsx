import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { EmailField } from "../components/email_field.tsx";
import { Form } from "../components/form.tsx";
import { PageHead } from "../components/page_head.tsx";
import { PasswordField } from "../components/password_field.tsx";
import { TextField } from "../components/text_field.tsx";
import { useDraft } from "../drafts.ts";
import { fieldOf } from "../field_of.ts";
import { faultAt } from "../refusal.ts";
import { CookiesBlocked } from "../session/cookies_blocked.tsx";
import { beginSession } from "../session/session.ts";

const POINTERS = ["/full_name", "/email", "/password"];

const EMPTY = { name: "", email: "" };

/** Reads the stored draft: the password is never in it. */
function read(stored: unknown): typeof EMPTY | null {
  if (typeof stored !== "object" || stored === null || !("name" in stored) || !("email" in stored)) return null;
  const { name, email } = stored;
  return typeof name === "string" && typeof email === "string" ? { name, email } : null;
}

/** Makes an account and signs in to it. The address is confirmed later, by the link of the mail. */
export default function SignUp(): JSX.Element {
  const draft = useDraft("sign-up", EMPTY, read);
  const name = fieldOf(draft.value, "name");
  const email = fieldOf(draft.value, "email");
  const password = useSignal("");
  const signUp = useAction(async () => {
    const credentials = { email: email.value, password: password.value };
    await answered(api.POST("/auth/signup", { body: { ...credentials, full_name: name.value } }));
    draft.clear();
    const { access_token } = await answered(api.POST("/auth/login", { body: credentials }));
    beginSession(access_token);
  });
  return (
    <div class="narrow">
      <PageHead title="Make an account" />
      <Form
        action="Sign up"
        onSubmit={() => void signUp.run()}
        isRunning={signUp.isRunning}
        refusal={signUp.refusal}
        pointers={POINTERS}
      >
        <CookiesBlocked />
        <TextField
          label="Full name"
          name="name"
          autocomplete="name"
          required
          value={name}
          fault={faultAt(signUp.refusal, "/full_name")}
        />
        <EmailField value={email} fault={faultAt(signUp.refusal, "/email")} />
        <PasswordField isNew value={password} fault={faultAt(signUp.refusal, "/password")} />
      </Form>
      <p class="below">
        Have an account? <a href="/app/sign-in">Sign in</a>
      </p>
    </div>
  );
}
