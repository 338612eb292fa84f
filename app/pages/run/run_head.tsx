import type { JSX } from "preact";
import { PageHead } from "../../components/page_head.tsx";
import { moment } from "../../format/moment.ts";
import { hasEnded } from "./follow_job.ts";
import type { Job } from "./job_events.ts";
import { RunMenu } from "./run_menu.tsx";
import { titleOf } from "./run_title.ts";
import { RunTags } from "./run_tags.tsx";

/** Head of the page of a run: its name, when it was sent, its tags, and what can be done with it. */
export function RunHead({ job }: { readonly job: Job }): JSX.Element {
  const { created_at, finished_at } = job;
  return (
    <div class="run-head">
      <PageHead
        title={<bdi>{titleOf(job)}</bdi>}
        lead={finished_at === null
          ? `Submitted ${moment(created_at)}`
          : `${ENDS[job.status] ?? "Ended"} ${moment(finished_at)}`}
        actions={hasEnded(job) ? <RunMenu job={job} /> : undefined}
      />
      <RunTags job={job} />
    </div>
  );
}

const ENDS: Readonly<Partial<Record<Job["status"], string>>> = {
  succeeded: "Finished",
  failed: "Failed",
  cancelled: "Cancelled",
};
