import type { JSX } from "preact";
import { WhenSeen } from "../../charts/when_seen.tsx";
import { Tabs } from "../../components/tabs.tsx";
import type { ShownResult } from "./shown_result.ts";
import { TABS } from "./tabs/tabs.ts";

/** Height in pixels that is kept free until a tab is drawn, which is a task of its own. */
const HEIGHT = 440;

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
        <WhenSeen key={chosen.key} height={HEIGHT}>{() => <Content shown={shown} />}</WhenSeen>
      </Tabs>
    </div>
  );
}
