import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { CheckField } from "../../components/check_field.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { Shown } from "../../components/shown.tsx";
import { moment } from "../../format/moment.ts";
import { loadable, useLoaded } from "../../loaded.ts";
import type { Job } from "../run/job_events.ts";
import { titleOf } from "../run/run_title.ts";
import type { Comparison } from "../runs/compare_runs.ts";
import { readRuns } from "../runs/run_list.ts";
import { changeComparison } from "./change_comparison.ts";
import { surface, surfaceKey } from "./surface.ts";

/** Newest runs that are offered. */
const OFFERED = 20;

const newestSucceeded = loadable((_key, signal) => readRuns({ status: "succeeded" }, { limit: OFFERED, signal }));

export interface AddRunsProps {
  /** The comparison to which runs are added; null while none are. */
  readonly item: Comparison | null;
  readonly onClose: () => void;
}

/** Asks which of the newest runs come into a comparison. */
export function AddRuns({ item, onClose }: AddRunsProps): JSX.Element {
  return (
    <Dialog title="Add runs to the comparison" isOpen={item !== null} onClose={onClose}>
      {item === null ? null : <AddForm item={item} onClose={onClose} />}
    </Dialog>
  );
}

function AddForm({ item, onClose }: { readonly item: Comparison; readonly onClose: () => void }): JSX.Element {
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const adding = useAction(async () => {
    const gone = new Set(
      surface.known(surfaceKey(item.comparison_id, null)).value.value
        ?.filter(({ deleted }) => deleted).map(({ run_id }) => run_id),
    );
    const left = item.run_ids.filter((id) => !gone.has(id));
    await changeComparison(item, { run_ids: [...left, ...chosen.value] });
    onClose();
  });
  return (
    <Form
      action={chosen.value.size === 0 ? "Add" : `Add ${chosen.value.size}`}
      onSubmit={() => void adding.run()}
      isRunning={adding.isRunning}
      refusal={adding.refusal}
      disabled={chosen.value.size === 0}
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      <Shown loaded={useLoaded(newestSucceeded)} phase="Reading the runs">
        {({ runs }) => (
          <Offered
            runs={runs.filter(({ run_id }) => !item.run_ids.includes(run_id))}
            chosen={chosen.value}
            onChoose={(next) => chosen.value = next}
          />
        )}
      </Shown>
    </Form>
  );
}

interface OfferedProps {
  readonly runs: readonly Job[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

function Offered({ runs, chosen, onChoose }: OfferedProps): JSX.Element {
  if (runs.length === 0) return <p class="muted">Your newest runs are all in the comparison.</p>;
  return (
    <div class="offered" role="group" aria-label="Newest runs">
      {runs.map((run) => (
        <CheckField
          key={run.run_id}
          label={<bdi>{titleOf(run)}</bdi>}
          hint={moment(run.created_at)}
          value={{
            get value() {
              return chosen.has(run.run_id);
            },
            set value(isChosen) {
              onChoose(new Set([...[...chosen].filter((id) => id !== run.run_id), ...isChosen ? [run.run_id] : []]));
            },
          }}
        />
      ))}
    </div>
  );
}
