import type { JSX } from "preact";
import { useAction } from "../action.ts";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page_head.tsx";
import { Shown } from "../components/shown.tsx";
import { useLoaded } from "../loaded.ts";
import { profile } from "../session/profile.ts";
import { signOut } from "../session/sign_out.ts";

export default function Account(): JSX.Element {
  const loaded = useLoaded(profile);
  const leaving = useAction(signOut);
  return (
    <>
      <PageHead
        title="Account"
        actions={<Button isRunning={leaving.isRunning} onClick={() => void leaving.run()}>Sign out</Button>}
      />
      <Shown loaded={loaded} phase="Reading your profile">
        {({ full_name, email }) => (
          <dl class="facts">
            <dt>Name</dt>
            <dd>{full_name}</dd>
            <dt>E-mail address</dt>
            <dd>{email}</dd>
          </dl>
        )}
      </Shown>
    </>
  );
}
