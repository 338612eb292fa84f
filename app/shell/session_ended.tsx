import type { JSX } from "preact";
import { Dialog } from "../components/dialog.tsx";
import { sessionState } from "../session/session.ts";
import { SignInForm } from "../session/sign_in_form.tsx";
import { IS_STUDIO } from "../studio/is_studio.ts";
import { AGAIN } from "../studio/studio_closed.tsx";

/**
 * Asks to sign in again, or to open the studio again, where the session of a page in use has ended. The page below
 * keeps all that was typed.
 */
export function SessionEnded(): JSX.Element {
  if (IS_STUDIO) {
    return (
      <Dialog title="Open the studio again" isOpen={sessionState.value === "ended"}>
        <p>{AGAIN} This page then goes on, and nothing that you have typed is lost.</p>
      </Dialog>
    );
  }
  return (
    <Dialog title="Sign in again" isOpen={sessionState.value === "ended"}>
      <p>Your session has ended. Nothing that you have typed is lost.</p>
      <SignInForm />
    </Dialog>
  );
}
