import type { JSX } from "preact";
import { Tabs } from "../../components/tabs.tsx";
import type { ShownResult } from "./shown_result.ts";
import { TABS } from "./tabs/tabs.ts";

/** All of a result but its first screen, behind tabs. A tab is made when it is opened. */
export function ResultTabs(
  { shown, tab }: { readonly shown: ShownResult; readonly tab: string | null },
): JSX.Element | null {
  const chosen = TABS.find(({ key }) => key === tab) ?? TABS[0];
  if (chosen === undefined) return null;
  const { Content } = chosen;
  return (
    <div class="result-tabs">
      <Tabs label="Parts of the result" tabs={TABS} chosen={chosen.key} onChoose={shown.onTab}>
        <Content shown={shown} />
      </Tabs>
    </div>
  );
}
