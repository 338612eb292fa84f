import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { answered, api } from "../../api.ts";
import { loadable, useLoaded } from "../../loaded.ts";
import { hasEnded } from "../run/follow_job.ts";
import { useFollowedJob } from "../run/followed_job.ts";
import type { Job } from "../run/job_events.ts";
import { StatusMark } from "../runs/status_mark.tsx";
import { RunLink } from "../runs/run_table.tsx";
import { dashboard } from "./dashboard.ts";
import { newestRuns } from "./newest_runs.tsx";

/** Jobs that are followed at once; a browser opens only a few streams to one host. */
const MOST_FOLLOWED = 3;

const active = loadable((_key, signal) =>
  answered(api.GET("/jobs/active", { params: { query: { limit: MOST_FOLLOWED } }, signal }))
);

/** The jobs that wait or are computed now, and how far they are. Nothing where there is none. */
export function UnderWay(): JSX.Element | null {
  const { value, reload } = useLoaded(active);
  if (value === null || value.items.length === 0) return null;
  const refresh = (): void => {
    void Promise.all([reload(), newestRuns.load(""), dashboard.load("")]);
  };
  return (
    <section class="card" aria-labelledby="under-way-title">
      <h2 id="under-way-title">Under way</h2>
      <ul class="plain-list">
        {value.items.map((job) => <Followed key={job.run_id} job={job} onEnd={refresh} />)}
      </ul>
      {value.next_cursor === null ? null : <p class="muted small">More wait in the queue.</p>}
    </section>
  );
}

function Followed({ job: first, onEnd }: { readonly job: Job; readonly onEnd: () => void }): JSX.Element {
  const job = useFollowedJob(first.run_id).value ?? first;
  const isOver = hasEnded(job);
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  return (
    <li class="under-way">
      <RunLink job={job} />
      <StatusMark job={job} />
      {isOver
        ? null
        : job.status === "queued"
        ? <progress aria-label="Waiting for its turn" />
        : <progress aria-label="Progress" value={job.progress.fraction} max={1} />}
    </li>
  );
}
