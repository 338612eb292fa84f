import type { JSX } from "preact";
import { useLocation, useRoute } from "preact-iso/router";
import { ConnectorsPart } from "../account/connectors_part.tsx";
import { DeletionPart } from "../account/deletion_part.tsx";
import { KeysPart } from "../account/keys_part.tsx";
import { PlanPart } from "../account/plan_part.tsx";
import { ProfilePart } from "../account/profile_part.tsx";
import { SessionsPart } from "../account/sessions_part.tsx";
import { UploadsPart } from "../account/uploads_part.tsx";
import { useAction } from "../action.ts";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page_head.tsx";
import { Refused } from "../components/refused.tsx";
import { Tabs } from "../components/tabs.tsx";
import { signOut } from "../session/sign_out.ts";
import { NotFound } from "../shell/not_found.tsx";

/** The parts of the page, each with an address of its own. */
const PARTS = [
  { key: "profile", title: "Profile", Part: ProfilePart },
  { key: "plan", title: "Plan and usage", Part: PlanPart },
  { key: "sessions", title: "Sessions", Part: SessionsPart },
  { key: "keys", title: "API keys", Part: KeysPart },
  { key: "uploads", title: "Uploads", Part: UploadsPart },
  { key: "connectors", title: "Connectors", Part: ConnectorsPart },
  { key: "deletion", title: "Deletion", Part: DeletionPart },
] as const;

export default function Account(): JSX.Element {
  const { route } = useLocation();
  const { part } = useRoute().params;
  const leaving = useAction(signOut);
  const found = part === undefined ? PARTS[0] : PARTS.find(({ key }) => key === part);
  if (found === undefined) return <NotFound />;
  const { key, Part } = found;
  return (
    <>
      <PageHead
        title="Account"
        actions={<Button isRunning={leaving.isRunning} onClick={() => void leaving.run()}>Sign out</Button>}
      />
      {leaving.refusal === null ? null : <Refused refusal={leaving.refusal} />}
      <Tabs
        label="Parts of the account"
        tabs={PARTS}
        chosen={key}
        onChoose={(next) => route(next === "profile" ? "/app/account" : `/app/account/${next}`, true)}
      >
        <Part />
      </Tabs>
    </>
  );
}
