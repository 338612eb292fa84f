import type { JSX } from "preact";
import { PageHead } from "../components/page_head.tsx";
import { Shown } from "../components/shown.tsx";
import { useLoaded } from "../loaded.ts";
import { BeginHere } from "./overview/begin_here.tsx";
import { dashboard } from "./overview/dashboard.ts";
import { HeldNow } from "./overview/held_now.tsx";
import { Insights } from "./overview/insights.tsx";
import { NewestRuns } from "./overview/newest_runs.tsx";
import { PlanInShort } from "./overview/plan_in_short.tsx";
import { RunTotals } from "./overview/run_totals.tsx";
import { UnderWay } from "./overview/under_way.tsx";

/** The one place to come back to: what is held and has drifted, what is new, and what is worth a look. */
export default function Overview(): JSX.Element {
  const loaded = useLoaded(dashboard);
  return (
    <>
      <PageHead
        title="Overview"
        actions={loaded.value?.runs.total === 0
          ? undefined
          : <a class="button button-primary" href="/app/new">New run</a>}
      />
      <Shown loaded={loaded} phase="Reading the overview">
        {(found) =>
          found.runs.total === 0
            ? (
              <div class="stack">
                <BeginHere />
                <PlanInShort />
              </div>
            )
            : (
              <div class="overview">
                <div class="stack">
                  <UnderWay />
                  <HeldNow />
                  <NewestRuns />
                </div>
                <div class="stack">
                  <Insights found={found.insights} />
                  <PlanInShort />
                </div>
                <RunTotals found={found} />
              </div>
            )}
      </Shown>
    </>
  );
}
