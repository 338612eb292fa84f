import type { JSX } from "preact";
import { percent } from "../../format/percent.ts";
import { wordsOf } from "../../format/words_of.ts";
import type { Job } from "../run/job_events.ts";

/** Signs of the states of a job, so that none is told by its colour alone. */
const SIGNS: Readonly<Record<Job["status"], string>> = {
  queued: "…",
  running: "▸",
  uploading: "▸",
  succeeded: "✓",
  failed: "✕",
  cancelled: "–",
};

/** The state of a job in one word, and of one that is computed how far it is. */
export function StatusMark({ job: { status, progress } }: { readonly job: Job }): JSX.Element {
  return (
    <span class={`status status-${status}`}>
      <span aria-hidden="true">{SIGNS[status]}</span> {wordsOf(status)}
      {status === "running" && progress.fraction > 0
        ? <span class="muted figure">{percent(progress.fraction)}</span>
        : null}
    </span>
  );
}
