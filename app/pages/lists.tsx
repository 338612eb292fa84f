import type { JSX } from "preact";
import { useLocation, useRoute } from "preact-iso/router";
import { PageHead } from "../components/page_head.tsx";
import { Tabs } from "../components/tabs.tsx";
import { NotFound } from "../shell/not_found.tsx";
import { AssetLists } from "./lists/asset_lists.tsx";
import { ListEditor } from "./lists/list_editor.tsx";
import { Templates } from "./lists/templates.tsx";

/** The parts of the page, each with an address of its own. */
const PARTS = [
  { key: "assets", title: "Asset lists", Part: AssetLists },
  { key: "templates", title: "Templates", Part: Templates },
] as const;

/** What the account has saved to use in runs: lists of assets by groups, and requests. */
export default function Lists(): JSX.Element {
  const { route } = useLocation();
  const { part = "" } = useRoute().params;
  if (part === "new" || part.startsWith("map_")) return <ListEditor key={part} id={part === "new" ? null : part} />;
  const found = part === "" ? PARTS[0] : PARTS.find(({ key }) => key === part);
  if (found === undefined) return <NotFound />;
  const { key, Part } = found;
  return (
    <>
      <PageHead title="Lists" lead="Saved lists of assets and saved requests, to use them in new runs." />
      <Tabs
        label="What is saved"
        tabs={PARTS}
        chosen={key}
        onChoose={(next) => route(next === "assets" ? "/app/lists" : `/app/lists/${next}`, true)}
      >
        <Part />
      </Tabs>
    </>
  );
}
