import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect } from "preact/hooks";
import { PageHead } from "../../components/page_head.tsx";
import { Refused } from "../../components/refused.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { told } from "../../format/told.ts";
import { newsInTitle, usePageTitle } from "../../shell/page_title.ts";
import { EndedWithoutResult } from "./ended_without_result.tsx";
import { useFollowedJob } from "./followed_job.ts";
import { InFlight } from "./in_flight.tsx";
import type { Job } from "./job_events.ts";
import { ResultView } from "./result_view.tsx";
import { RunGone } from "./run_gone.tsx";
import { RunHead } from "./run_head.tsx";
import { titleOf } from "./run_title.ts";

/** A run from its submission to its result: what is known of it, and what can be done. */
export function RunPage({ id }: { readonly id: string }): JSX.Element {
  const { value: job, refusal } = useFollowedJob(id);
  usePageTitle(job === null ? null : titleOf(job));
  useEffect(() => () => {
    newsInTitle.value = null;
  }, []);
  const { route } = useLocation();
  const place = job === null ? null : placeInParent(job);
  useEffect(() => {
    if (place !== null) route(place, true);
  }, [place]);
  if (refusal?.status === 404) return <RunGone />;
  if (job === null) {
    return (
      <>
        <PageHead title="Run" />
        {refusal === null
          ? <Waiting phase="Reading the run" />
          : <Refused refusal={refusal} onRetry={() => location.reload()} />}
      </>
    );
  }
  return (
    <>
      <RunHead job={job} />
      {refusal === null ? null : <p class="notice notice-care run-notice" role="status">{told(refusal.message)}</p>}
      <Body job={job} />
    </>
  );
}

/** Returns the path of the run to which a backtest or a simulation belongs; null for a run itself. */
function placeInParent({ kind, parent_run_id }: Job): string | null {
  if (kind === "optimization" || parent_run_id === null) return null;
  return `/app/runs/${parent_run_id}?tab=${kind === "backtest" ? "backtest" : "simulation"}`;
}

function Body({ job }: { readonly job: Job }): JSX.Element {
  if (job.status === "succeeded") return <ResultView job={job} />;
  return job.status === "failed" || job.status === "cancelled"
    ? <EndedWithoutResult job={job} />
    : <InFlight job={job} />;
}
