import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { PageHead } from "../components/page_head.tsx";
import { SignInForm } from "../session/sign_in_form.tsx";

export default function SignIn(): JSX.Element {
  const { query } = useLocation();
  return (
    <div class="narrow">
      <PageHead title="Sign in" />
      {query.deleted === undefined ? null : <p class="notice notice-good" role="status">Your account is deleted.</p>}
      <SignInForm />
      <p class="below">
        New here? <a href="/app/sign-up">Make an account</a>
      </p>
    </div>
  );
}
