import { computed, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Shown } from "../components/shown.tsx";
import { PageHead } from "../components/page_head.tsx";
import { useDraft } from "../drafts.ts";
import { useLoaded } from "../loaded.ts";
import type { Fault } from "../refusal.ts";
import { AssetsSection } from "./new/assets/assets_section.tsx";
import { type Catalogue, catalogue } from "./new/catalogue.ts";
import { composedAssets } from "./new/composed_assets.ts";
import { type Composer, ComposerProvider } from "./new/composer.ts";
import { RunDraftProvider } from "./new/draft_of_run.ts";
import { NamesOfRun } from "./new/fields/names_of_run.tsx";
import { isObject, pointerOf, withValue } from "./new/json.ts";
import { MethodsSection } from "./new/methods/methods_section.tsx";
import { EMPTY_DRAFT, readRunDraft } from "./new/run_draft.ts";
import { RulesSection } from "./new/rules/rules_section.tsx";
import { Section } from "./new/section.tsx";
import { SettingsSection } from "./new/settings_section.tsx";
import { SubmitPanel } from "./new/submit_panel.tsx";

/** Composes a run on one screen: its assets, methods and rules, and beside them the request that comes of it. */
export default function New(): JSX.Element {
  const loaded = useLoaded(catalogue);
  return (
    <>
      <PageHead title="New run" lead="Choose assets, methods and rules. What you choose is kept at this browser." />
      <Shown loaded={loaded} phase="Reading the methods and rules">
        {(found) => <ComposeRun found={found} />}
      </Shown>
    </>
  );
}

function ComposeRun({ found }: { readonly found: Catalogue }): JSX.Element {
  const draft = useDraft("run", EMPTY_DRAFT, readRunDraft);
  const faults = useMemo(() => signal<readonly Fault[]>([]), []);
  const composer = useMemo((): Composer => {
    const request = computed(() => draft.value.value.request);
    return {
      catalogue: found,
      request,
      faults,
      assets: computed(() => composedAssets(draft.value.value)),
      set(path, value) {
        const next = withValue(draft.value.value.request, path, value);
        draft.value.value = { ...draft.value.value, request: isObject(next) ? next : {} };
        const pointer = pointerOf(path);
        faults.value = faults.value.filter((fault) =>
          fault.pointer !== pointer && !fault.pointer.startsWith(`${pointer}/`) &&
          !pointer.startsWith(`${fault.pointer}/`)
        );
      },
    };
  }, [draft, found]);
  return (
    <RunDraftProvider value={draft}>
      <ComposerProvider value={composer}>
        <div class="composer">
          <div class="composer-form">
            <Section title="Assets" count={composer.assets.value.length}>
              <AssetsSection />
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
            <SubmitPanel onFaults={(found) => faults.value = found} />
          </aside>
        </div>
      </ComposerProvider>
    </RunDraftProvider>
  );
}
