import type { JSX } from "preact";
import { PageHead } from "../components/page_head.tsx";
import { SignInForm } from "../session/sign_in_form.tsx";

export default function SignIn(): JSX.Element {
  return (
    <div class="narrow">
      <PageHead title="Sign in" />
      <SignInForm />
      <p class="below">
        New here? <a href="/app/sign-up">Make an account</a>
      </p>
    </div>
  );
}
