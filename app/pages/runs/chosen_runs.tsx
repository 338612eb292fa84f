import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Refused } from "../../components/refused.tsx";
import type { Job } from "../run/job_events.ts";
import { titleOf } from "../run/run_title.ts";
import { deleteRuns } from "./change_many.ts";
import { comparisonOf, comparisonPath } from "./compare_runs.ts";
import { TagManyForm } from "./tag_many_form.tsx";

/** Runs that a question before their deletion names; of more only the number. */
const NAMED = 5;

export interface ChosenRunsProps {
  readonly runs: readonly Job[];
  /** Key of the list that shows them. */
  readonly listKey: string;
  /** Chooses none. */
  readonly onNone: () => void;
  /** Told with runs that were deleted. */
  readonly onGone: (gone: readonly Job[]) => void;
}

/** What can be done with all chosen runs at once. It is there, idle, while none is chosen, so that nothing moves. */
export function ChosenRuns({ runs, listKey, onNone, onGone }: ChosenRunsProps): JSX.Element {
  const asked = useSignal<"nothing" | "tag" | "deletion">("nothing");
  const { route } = useLocation();
  const comparing = useAction(async () => route(comparisonPath(await comparisonOf(runs.toSorted(byAge)))));
  const none = runs.length === 0;
  const areReady = runs.every(({ status }) => status === "succeeded");
  const close = (): void => {
    asked.value = "nothing";
  };
  return (
    <div class="chosen-runs">
      <div class="row" role="toolbar" aria-label="Chosen runs">
        <span class="figure" role="status">{none ? "No run is chosen" : `${runs.length} chosen`}</span>
        <Button
          disabled={runs.length < 2 || !areReady}
          isRunning={comparing.isRunning}
          onClick={() => void comparing.run()}
        >
          Compare
        </Button>
        <Button disabled={none} onClick={() => asked.value = "tag"}>Tag</Button>
        <Button kind="danger" disabled={none} onClick={() => asked.value = "deletion"}>Delete</Button>
        {none ? null : <Button kind="quiet" onClick={onNone}>Choose none</Button>}
        <span class="hint">{hintOn(runs, areReady)}</span>
      </div>
      {comparing.refusal === null ? null : <Refused refusal={comparing.refusal} />}
      <Dialog title={`Tags of ${inRuns(runs)}`} isOpen={asked.value === "tag"} onClose={close}>
        <TagManyForm runs={runs} listKey={listKey} onDone={close} />
      </Dialog>
      <Confirm
        title={`Delete ${inRuns(runs)}?`}
        action={`Delete ${inRuns(runs)} for good`}
        isOpen={asked.value === "deletion"}
        onClose={close}
        onConfirm={async () => onGone((await deleteRuns(runs, { key: listKey })).done)}
      >
        <p>
          {runs.length === 1 ? "It goes with its" : "They go with their"}{" "}
          results, files, simulations and backtests. This cannot be undone, and the quota is not given back.
        </p>
        <ul>
          {runs.slice(0, NAMED).map((run) => (
            <li key={run.run_id}>
              <bdi>{titleOf(run)}</bdi>
            </li>
          ))}
          {runs.length > NAMED ? <li>and {runs.length - NAMED} more</li> : null}
        </ul>
      </Confirm>
    </div>
  );
}

function byAge(one: Job, other: Job): number {
  return Date.parse(one.created_at) - Date.parse(other.created_at);
}

function inRuns(runs: readonly Job[]): string {
  return `${runs.length} ${runs.length === 1 ? "run" : "runs"}`;
}

function hintOn(runs: readonly Job[], areReady: boolean): string {
  if (!areReady) return "Only runs that have succeeded can be compared.";
  return runs.length < 2 ? "Tick two or more runs to compare them." : "";
}
