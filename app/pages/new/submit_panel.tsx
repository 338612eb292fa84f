import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Refusal } from "../../refusal.ts";
import type { Fault } from "../../refusal.ts";
import { useComposer } from "./composer.ts";
import { useRunDraft } from "./draft_of_run.ts";
import { SchemaField } from "./fields/schema_field.tsx";
import { FaultSummary } from "./fault_summary.tsx";
import { methodEntries } from "./methods/method_entries.ts";
import { attemptOf, plainBody, submitRun } from "./submit_run.ts";

export interface SubmitPanelProps {
  /** Told with the faults that a refusal names, and with none when a submission begins. */
  readonly onFaults: (faults: readonly Fault[]) => void;
}

/** What the run is so far, and the button that submits it. */
export function SubmitPanel({ onFaults }: SubmitPanelProps): JSX.Element {
  const composer = useComposer();
  const draft = useRunDraft();
  const { route } = useLocation();
  const { request } = draft.value.value;
  const assets = composer.assets.value.length, methods = methodEntries(request.methods).length;
  const submit = useAction(async () => {
    onFaults([]);
    const body = plainBody(draft.value.value.request);
    const attempt = await attemptOf(draft.value.value, body);
    draft.value.value = { ...draft.value.value, attempt };
    try {
      const { runId } = await submitRun(body, attempt.key);
      draft.clear();
      route(`/app/runs/${encodeURIComponent(runId)}`);
    } catch (error) {
      if (error instanceof Refusal) onFaults(error.faults);
      throw error;
    }
  });
  const lacks = assets === 0 ? "Choose assets first." : methods === 0 ? "Choose at least one method." : null;
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
          disabled={lacks !== null}
          isRunning={submit.isRunning}
          onClick={() => void submit.run()}
        >
          Submit the run
        </Button>
      </div>
      <p class="hint" role="status">{lacks ?? (submit.isRunning ? "Sending the run …" : "")}</p>
      {submit.refusal === null ? null : <FaultSummary refusal={submit.refusal} />}
    </section>
  );
}
