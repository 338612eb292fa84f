import type { JSX } from "preact";
import { billing, PlanMeters } from "../../account/plan_meters.tsx";
import { Shown } from "../../components/shown.tsx";
import { wordsOf } from "../../format/words_of.ts";
import { useLoaded } from "../../loaded.ts";

/** What of the plan is used, with the way to the whole of it. */
export function PlanInShort(): JSX.Element {
  return (
    <section class="card plan-in-short" aria-labelledby="plan-title">
      <header class="card-head">
        <h2 id="plan-title">Plan</h2>
        <a class="small" href="/app/account/plan">Plan and usage</a>
      </header>
      <Shown loaded={useLoaded(billing)} phase="Reading your plan">
        {({ plan, ...used }) => (
          <>
            <p class="muted small">{wordsOf(plan)}, this calendar month</p>
            <PlanMeters {...used} />
          </>
        )}
      </Shown>
    </section>
  );
}
