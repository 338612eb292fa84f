import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useAction } from "../../action.ts";
import { answered, api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Refused } from "../../components/refused.tsx";
import { percent } from "../../format/percent.ts";
import { useLoaded } from "../../loaded.ts";
import { catalogue } from "./catalogue.ts";
import { methodText } from "./names.ts";
import { serviceNow } from "../../session/service_clock.ts";
import { jobRecord } from "./followed_job.ts";
import type { Job } from "./job_events.ts";
import { wordsOfJob } from "./words_of_job.ts";

/** A job that is waiting or being computed: its phase, how far it is, and a button that cancels it. */
export function InFlight({ job }: { readonly job: Job }): JSX.Element {
  const cancelling = useAction(async () => {
    const record = await answered(api.POST("/jobs/{run_id}/cancel", { params: { path: { run_id: job.run_id } } }));
    jobRecord.known(job.run_id).value = { value: record, refusal: null, isWaiting: false };
  });
  const known = useLoaded(catalogue).value;
  const { phase, fraction } = job.progress, words = wordsOfJob(job.kind);
  // The phase that computes a method has the name of the method.
  const name = PHASES[job.status] ?? methodText(phase, known).name;
  return (
    <section class="card in-flight" aria-label="Progress">
      <div class="in-flight-line">
        <strong role="status">{name}</strong>
        <span class="muted figure">{job.status === "queued" ? "" : percent(fraction)}</span>
      </div>
      {job.status === "queued"
        ? <progress aria-label={name} />
        : <progress aria-label={name} value={fraction} max={1} />}
      <p class="muted small">
        <Elapsed since={job.started_at ?? job.created_at} />
        {job.attempt > 1 ? ` Begun anew (attempt ${job.attempt}), because its worker was lost.` : ""} {words.again}
      </p>
      {cancelling.refusal === null ? null : <Refused refusal={cancelling.refusal} />}
      <Button isRunning={cancelling.isRunning} onClick={() => void cancelling.run()}>{words.cancel}</Button>
    </section>
  );
}

const PHASES: Readonly<Partial<Record<Job["status"], string>>> = {
  queued: "Waiting for its turn",
  uploading: "Storing the files",
};

/** The time since a moment, which goes on. A clock of this machine that is wrong shows no time. */
function Elapsed({ since }: { readonly since: string }): JSX.Element | null {
  const begun = Date.parse(since);
  const seconds = useSignal(secondsSince(begun));
  useEffect(() => {
    const timer = setInterval(() => seconds.value = secondsSince(begun), 1_000);
    return () => clearInterval(timer);
  }, [begun]);
  if (seconds.value < 0 || seconds.value > LONGEST_S) return null;
  const minutes = Math.floor(seconds.value / 60);
  return <span class="figure">{minutes === 0 ? "" : `${minutes} min `}{seconds.value % 60} s.</span>;
}

const LONGEST_S = 12 * 3_600;

function secondsSince(begun: number): number {
  return Math.floor((serviceNow() - begun) / 1_000);
}
