import type { JSX } from "preact";
import { Shown } from "../components/shown.tsx";
import { count } from "../format/count.ts";
import { moment } from "../format/moment.ts";
import { wordsOf } from "../format/words_of.ts";
import { useLoaded } from "../loaded.ts";
import { billing, PlanMeters } from "./plan_meters.tsx";

/** The plan of the account, and what of it is used. */
export function PlanPart(): JSX.Element {
  return (
    <Shown loaded={useLoaded(billing)} phase="Reading your plan">
      {({ plan, running_jobs, period, ...used }) => (
        <section class="card">
          <h2>{wordsOf(plan)} plan</h2>
          <p class="muted">The meters begin anew on {moment(period.end)}. A deleted run is not counted back.</p>
          <PlanMeters {...used} />
          <p>
            {running_jobs.limit === null
              ? "Any number of jobs may run at the same time."
              : `Jobs that may run at the same time: ${count(running_jobs.limit)}. Further ones wait in the queue.`}
          </p>
        </section>
      )}
    </Shown>
  );
}
