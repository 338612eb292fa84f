import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useMemo } from "preact/hooks";
import { useAction } from "../../action.ts";
import { answered, api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Refused } from "../../components/refused.tsx";
import { useLoaded } from "../../loaded.ts";
import { told } from "../../format/told.ts";
import { families } from "./catalogue.ts";
import { familyText } from "./names.ts";
import type { Job } from "./job_events.ts";
import { changedRunPath } from "./run_menu.tsx";
import { limitFigure, limitUnit } from "./limit_figure.ts";

type JobError = NonNullable<Job["error"]>;
type Conflict = NonNullable<JobError["conflict"]>;

/** Codes of failures that lie in the service or its sources, so that the same request may succeed later. */
const MAY_PASS = new Set(["market_data_unavailable", "worker_lost", "input_lost", "internal", "out_of_memory"]);

/** A job that failed or was cancelled: what happened, what can be done, and one button that does it. */
export function EndedWithoutResult({ job }: { readonly job: Job }): JSX.Element {
  const { error } = job;
  const isSame = error === null || MAY_PASS.has(error.code);
  return (
    <section class="ended stack">
      <div class={error === null ? "notice" : "notice notice-fault"}>
        <h2>{error === null ? "You cancelled it" : "There is no result"}</h2>
        <p>{error === null ? "Nothing was computed to its end." : told(`${error.detail}.`).replace(/\.\.$/, ".")}</p>
        {error?.conflict === undefined ? null : <ConflictRules conflict={error.conflict} />}
        {error?.doubts === undefined || error.doubts.length === 0 ? null : (
          <>
            <h3>What may be behind it</h3>
            <ul>{error.doubts.map(({ detail }) => <li key={detail}>{told(detail)}</li>)}</ul>
          </>
        )}
      </div>
      {error?.conflict === undefined ? null : <WaysOut conflict={error.conflict} />}
      {job.kind === "optimization" ? <NextStep job={job} isSame={isSame} /> : null}
    </section>
  );
}

/** What can be done with a run without a result. Its backtests and simulations are submitted on its own page. */
function NextStep({ job, isSame }: { readonly job: Job; readonly isSame: boolean }): JSX.Element {
  return (
    <>
      <p class="prose">{adviceOn(job.error)}</p>
      {isSame ? <SendAgain job={job} /> : (
        <div class="row">
          <a class="button button-primary" href={changedRunPath(job.run_id)}>Change the request</a>
        </div>
      )}
    </>
  );
}

function adviceOn(error: JobError | null): string {
  if (error === null) return "Send the same request again, or change it first.";
  if (error.conflict !== undefined) return "The request is kept: change one of these limits and send it again.";
  return MAY_PASS.has(error.code)
    ? "The request itself is in order. Send it again."
    : "The request is kept: change what the sentence above names and send it again.";
}

function ConflictRules({ conflict }: { readonly conflict: Conflict }): JSX.Element | null {
  const known = useLoaded(families).value?.families ?? [];
  if (conflict.rules.length === 0) return null;
  return (
    <>
      <p>These rules cannot be kept together{conflict.minimum ? "; without any one of them the others can" : ""}:</p>
      <ul>
        {conflict.rules.map(({ family, rule, detail }) => (
          <li key={`${family} ${rule} ${detail}`}>
            {family === "" ? null : (
              <>
                <strong>{familyText(family, known).name}</strong>
                {rule === null ? "" : " "}
                <bdi>{rule}</bdi>:{" "}
              </>
            )}
            {told(detail)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The smallest changes of limits that make the rules fit, each of which is enough. */
function WaysOut({ conflict: { relaxation, joint_relaxation } }: { readonly conflict: Conflict }): JSX.Element | null {
  const known = useLoaded(families).value?.families ?? [];
  const alone = relaxation.filter(({ to }) => to !== null);
  const shown = alone.length > 0 ? alone : joint_relaxation.filter(({ to }) => to !== null);
  if (shown.length === 0) return null;
  return (
    <div class="notice notice-good">
      <h3>{alone.length > 0 ? "Any one of these changes is enough" : "These changes together are enough"}</h3>
      <ul>
        {shown.map(({ family, rule, limit, from, to }) => (
          <li key={`${family} ${rule} ${limit}`}>
            {familyText(family, known).name}
            {rule === null ? null : (
              <>
                {" "}
                <bdi>{rule}</bdi>
              </>
            )}: {limit === "max" ? "at most" : "at least"}{" "}
            <strong class="figure">{limitFigure(to, limitUnit(family, known))}</strong>, not{" "}
            {limitFigure(from, limitUnit(family, known))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sends the request of a run again, as it is, and goes to the new run. */
function SendAgain({ job }: { readonly job: Job }): JSX.Element {
  const { route } = useLocation();
  // One key as long as the page shows this button, so that a second press sends no second run.
  const key = useMemo(() => crypto.randomUUID(), [job.run_id]);
  const sending = useAction(async () => {
    const path = { run_id: job.run_id };
    const config = await answered(api.GET("/jobs/{run_id}/config", { params: { path }, parseAs: "text" }));
    const { run_id } = await answered(
      api.POST("/jobs", { body: JSON.parse(config), headers: { "idempotency-key": key } }),
    );
    route(`/app/runs/${run_id}`);
  });
  return (
    <>
      {sending.refusal === null ? null : <Refused refusal={sending.refusal} />}
      <div class="row">
        <Button kind="primary" isRunning={sending.isRunning} onClick={() => void sending.run()}>Send again</Button>
        <a href={changedRunPath(job.run_id)}>Change the request first</a>
      </div>
    </>
  );
}
