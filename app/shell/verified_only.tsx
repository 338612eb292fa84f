import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useAction } from "../action.ts";
import { answered, api } from "../api.ts";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page_head.tsx";
import { Refused } from "../components/refused.tsx";
import { profile } from "../session/profile.ts";
import { signIns } from "../session/session.ts";
import { signOut } from "../session/sign_out.ts";

/** Shows a page to people whose address is confirmed, and asks others to confirm theirs. */
export function VerifiedOnly({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { value } = profile.known("").value;
  const isVerified = value?.email_verified === true;
  useEffect(() => {
    if (!isVerified) void profile.load("");
  }, [signIns.value]);
  // While it is not known, the page is shown: it asks the service itself, which knows.
  return value === null || isVerified ? <>{children}</> : <ConfirmFirst email={value.email} />;
}

function ConfirmFirst({ email }: { readonly email: string }): JSX.Element {
  const said = useSignal<string | null>(null);
  const leaving = useAction(signOut);
  const again = useAction(async () => {
    const { detail } = await answered(api.POST("/auth/email/verify/request", { body: { email } }));
    said.value = detail;
  });
  return (
    <div class="narrow stack">
      <PageHead title="Confirm your address" />
      <p>
        We sent a mail to{" "}
        <strong>
          <bdi>{email}</bdi>
        </strong>. Open the link in it, then sign in.
      </p>
      <div role="status">{said.value === null ? null : <p class="notice notice-good">{said.value}</p>}</div>
      {again.refusal === null ? null : <Refused refusal={again.refusal} />}
      <div class="row">
        <Button kind="primary" isRunning={again.isRunning} onClick={() => void again.run()}>Send another mail</Button>
        <Button isRunning={leaving.isRunning} onClick={() => void leaving.run()}>Sign out</Button>
      </div>
    </div>
  );
}
