import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect, useMemo } from "preact/hooks";
import { useAction } from "../action.ts";
import { PageHead } from "../components/page_head.tsx";
import { Refused } from "../components/refused.tsx";
import { Shown } from "../components/shown.tsx";
import { toast } from "../components/toasts.tsx";
import { keepsDrafts } from "../draft_store.ts";
import { type Draft, useDraft } from "../drafts.ts";
import { useLoaded } from "../loaded.ts";
import { mayPass } from "../refusal.ts";
import { AssetsSection } from "./new/assets/assets_section.tsx";
import { type Catalogue, catalogue } from "./new/catalogue.ts";
import { CheckPanel } from "./new/check/check_panel.tsx";
import { ComposerProvider } from "./new/composer.ts";
import { composerOf, type FoundFaults } from "./new/composer_of.ts";
import { RunDraftProvider } from "./new/draft_of_run.ts";
import { NamesOfRun } from "./new/fields/names_of_run.tsx";
import { bodyOfCheck, shownRequest, wholeRequest } from "./new/history/history_body.ts";
import { keepsHistories } from "./new/history/held_histories.ts";
import { useHeldHistory } from "./new/history/use_held_history.ts";
import { MethodsSection } from "./new/methods/methods_section.tsx";
import { asksForDraft, openedDraft } from "./new/opened_draft.ts";
import { RequestPanel } from "./new/request/request_panel.tsx";
import { RulesSection } from "./new/rules/rules_section.tsx";
import { EMPTY_DRAFT, readRunDraft, type RunDraft } from "./new/run_draft.ts";
import { Section } from "./new/section.tsx";
import { SettingsSection } from "./new/settings_section.tsx";
import { SubmitPanel } from "./new/submit_panel.tsx";

/** Composes a run on one screen: its assets, methods and rules, and beside them the request that comes of it. */
export default function New(): JSX.Element {
  const loaded = useLoaded(catalogue);
  return (
    <>
      <PageHead
        title="New run"
        lead={`Choose assets, methods and rules. ${
          keepsDrafts.value && keepsHistories.value
            ? "What you choose is kept at this browser."
            : "This browser allows no storage, or none is left: what you choose is lost when the page is closed."
        }`}
      />
      <Shown loaded={loaded} phase="Reading the methods and rules">
        {(found) => <ComposeRun found={found} />}
      </Shown>
    </>
  );
}

function ComposeRun({ found }: { readonly found: Catalogue }): JSX.Element {
  const draft = useDraft("run", EMPTY_DRAFT, readRunDraft);
  useEffect(() => void draft.mark(), [draft]);
  const opening = useOpening(draft, found);
  const faults = useMemo((): FoundFaults => ({ ofRefusal: signal([]), ofCheck: signal([]), unread: signal([]) }), []);
  const composer = useMemo(() => composerOf(draft, found, faults), [draft, found]);
  const { request, held } = draft.value.value, { history, isLost } = useHeldHistory(draft);
  useEffect(() => composer.forgetFaultsOfHistory(), [composer, held]);
  return (
    <RunDraftProvider value={draft}>
      <ComposerProvider value={composer}>
        {opening}
        <div class="composer">
          <div class="composer-form">
            <Section title="Assets" count={composer.assets.value.length}>
              <AssetsSection isFileLost={isLost} />
            </Section>
            <Section title="Methods">
              <MethodsSection />
            </Section>
            <Section title="Rules">
              <RulesSection />
            </Section>
            <Section title="Settings">
              <SettingsSection />
            </Section>
            <NamesOfRun />
          </div>
          <aside class="composer-side" aria-label="The run">
            <SubmitPanel onFaults={(found) => faults.ofRefusal.value = found} />
            <CheckPanel
              bodyOf={(part) => bodyOfCheck(part, history)}
              source={history}
              onFaults={(found) => faults.ofCheck.value = found}
            />
            <RequestPanel shown={shownRequest(request, history)} whole={() => wholeRequest(request, history)} />
          </aside>
        </div>
      </ComposerProvider>
    </RunDraftProvider>
  );
}

/** Hook. Fills the form with what the address asks for: a run, a template, a list of assets or a sample. */
function useOpening(draft: Draft<RunDraft>, found: Catalogue): JSX.Element | null {
  const { query, route } = useLocation();
  const { from, template, list, sample } = query;
  const open = useAction(async () => {
    const before = draft.value.value;
    const opened = await openedDraft(query, { before, catalogue: found });
    if (opened !== null) {
      draft.value.value = opened.draft;
      const undo = before === EMPTY_DRAFT ? null : () => void (draft.value.value = before);
      toast(`The form shows ${opened.said}`, undo);
    } else toast("What the form should show is not there any more");
    // A refresh must not undo what is changed from here on.
    route("/app/new", true);
  });
  useEffect(() => {
    if (asksForDraft(query)) void open.run();
  }, [from, template, list, sample]);
  if (open.refusal === null) return null;
  return <Refused refusal={open.refusal} onRetry={mayPass(open.refusal) ? () => void open.run() : undefined} />;
}
