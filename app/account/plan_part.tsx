import type { JSX } from "preact";
import { answered, api } from "../api.ts";
import { Shown } from "../components/shown.tsx";
import { bytes } from "../format/bytes.ts";
import { count } from "../format/count.ts";
import { moment } from "../format/moment.ts";
import { wordsOf } from "../format/words_of.ts";
import { loadable, useLoaded } from "../loaded.ts";

const billing = loadable((_key, signal) => answered(api.GET("/billing/me", { signal })));

/** The plan of the account, and what of it is used. */
export function PlanPart(): JSX.Element {
  return (
    <Shown loaded={useLoaded(billing)} phase="Reading your plan">
      {({ plan, meters, storage_bytes, running_jobs, period }) => (
        <section class="card">
          <h2>{wordsOf(plan)} plan</h2>
          <p class="muted">The meters begin anew on {moment(period.end)}. A deleted run is not counted back.</p>
          <dl class="meters">
            {meters.map(({ name, used, limit }) => (
              <Use key={name} name={wordsOf(name)} used={used} limit={limit} write={count} />
            ))}
            <Use name="Storage" used={storage_bytes.used} limit={storage_bytes.limit} write={bytes} />
          </dl>
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

interface UseProps {
  readonly name: string;
  readonly used: number;
  /** Largest use that the plan allows; null without a limit. */
  readonly limit: number | null;
  readonly write: (value: number) => string;
}

function Use({ name, used, limit, write }: UseProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {limit === null ? `${write(used)} used, without a limit` : (
          <>
            <span>{write(used)} of {write(limit)} used</span>
            <meter aria-label={name} min={0} max={limit} value={used} />
          </>
        )}
      </dd>
    </div>
  );
}
