import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { toast } from "../../components/toasts.tsx";
import { told } from "../../format/told.ts";
import { Refusal } from "../../refusal.ts";
import type { Fault } from "../../refusal.ts";
import { ConflictNotice } from "./check/conflict_notice.tsx";
import { conflictOf } from "./check/preflight.ts";
import { useComposer } from "./composer.ts";
import { useRunDraft } from "./draft_of_run.ts";
import { SchemaField } from "./fields/schema_field.tsx";
import { forgetHistories } from "./history/held_histories.ts";
import { FaultSummary } from "./fault_summary.tsx";
import { goToPlace } from "./go_to_place.ts";
import { methodEntries } from "./methods/method_entries.ts";
import { EMPTY_DRAFT } from "./run_draft.ts";
import { SaveTemplate } from "./save_template.tsx";
import { SubmittedElsewhere } from "./submitted_elsewhere.tsx";
import { submitOnce } from "./submit_run.ts";

export interface SubmitPanelProps {
  /** Told with the faults that a refusal names, and with none when a submission begins. */
  readonly onFaults: (faults: readonly Fault[]) => void;
}

/** What the run is so far, and the button that submits it. */
export function SubmitPanel({ onFaults }: SubmitPanelProps): JSX.Element {
  const composer = useComposer();
  const draft = useRunDraft();
  const { route } = useLocation();
  const { request } = draft.value.value, elsewhere = draft.sentElsewhere.value;
  const assets = composer.assets.value.length, methods = methodEntries(request.methods).length;
  const isHere = useRef(true);
  useEffect(() => () => {
    isHere.current = false;
  }, []);
  const submit = useAction(async (isOnceMore: boolean) => {
    onFaults([]);
    // From here on it is a draft of its own, which no other tab has sent.
    if (isOnceMore) draft.value.value = { ...draft.value.value };
    try {
      const accepted = await submitOnce(draft);
      if (accepted === null) return;
      const { runId } = accepted;
      void forgetHistories();
      // Who has left the page meanwhile is not taken away from where they are.
      if (isHere.current) route(`/app/runs/${encodeURIComponent(runId)}`);
      else toast("The run was submitted: it is the newest one under Runs");
    } catch (error) {
      if (error instanceof Refusal) onFaults(error.faults);
      throw error;
    }
  });
  const conflict = submit.refusal === null ? null : conflictOf(submit.refusal.problem);
  // Once every place that was refused is changed, nothing of the refusal holds: the check tells of conflicts anew.
  const isPast = submit.refusal !== null && submit.refusal.faults.length > 0 && composer.faults.value.length === 0;
  const [unread] = composer.unread.value;
  const lacks = unread !== undefined
    ? "Correct what cannot be read first:"
    : assets === 0
    ? "Choose assets first."
    : methods === 0
    ? "Choose at least one method."
    : null;
  const state = submit.isRunning
    ? "Sending the run …"
    : elsewhere === null
    ? ""
    : "This run was submitted in another tab. The form is kept here.";
  const name = composer.catalogue.submission.properties?.name;
  return (
    <section class="card submit-panel" aria-label="Submit">
      {typeof name === "object" ? <SchemaField schema={name} path={["name"]} label="Name of the run" /> : null}
      <p class="muted small">
        {assets} {assets === 1 ? "asset" : "assets"} · {methods} {methods === 1 ? "method" : "methods"}
      </p>
      <div class="row">
        <Button
          kind="primary"
          disabled={lacks !== null || elsewhere !== null}
          isRunning={submit.isRunning}
          onClick={() => void submit.run(false)}
        >
          Submit the run
        </Button>
        <SaveTemplate disabled={unread !== undefined} />
        <Button
          kind="quiet"
          onClick={() => {
            const before = draft.value.value;
            draft.value.value = EMPTY_DRAFT;
            onFaults([]);
            toast("The form was emptied", () => draft.value.value = before);
          }}
        >
          Start again
        </Button>
      </div>
      <p class="hint" role="status">
        {lacks ?? state} {unread === undefined ? null : (
          <button
            type="button"
            class="link"
            onClick={() => goToPlace(unread.pointer)}
          >
            {told(unread.detail)}
          </button>
        )}
      </p>
      {elsewhere === null ? null : (
        <SubmittedElsewhere
          runId={elsewhere}
          isRunning={submit.isRunning}
          onOnceMore={() => void submit.run(true)}
        />
      )}
      {submit.refusal === null || elsewhere !== null ? null : <FaultSummary refusal={submit.refusal} />}
      {conflict === null || isPast ? null : <ConflictNotice conflict={conflict} />}
    </section>
  );
}
