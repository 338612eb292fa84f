import type { JSX } from "preact";
import { Dialog } from "../components/dialog.tsx";
import { sessionState } from "../session/session.ts";
import { SignInForm } from "../session/sign_in_form.tsx";

/** Asks to sign in again where the session of a page in use has ended. The page below keeps all that was typed. */
export function SessionEnded(): JSX.Element {
  return (
    <Dialog title="Sign in again" isOpen={sessionState.value === "ended"}>
      <p>Your session has ended. Nothing that you have typed is lost.</p>
      <SignInForm />
    </Dialog>
  );
}
