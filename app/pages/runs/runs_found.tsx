import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Refused } from "../../components/refused.tsx";
import { Shown } from "../../components/shown.tsx";
import { useLoaded } from "../../loaded.ts";
import { hasEnded } from "../run/follow_job.ts";
import { type ChosenById, chosenOf, withoutGone } from "./chosen_by_id.ts";
import { ChosenRuns } from "./chosen_runs.tsx";
import type { RunList } from "./merged_runs.ts";
import type { RunFilters } from "./run_filters.ts";
import { keyOfFilters, readFurther, runLists } from "./run_list.ts";
import { RunTable } from "./run_table.tsx";

/** Milliseconds between two readings of a list in which a run is in flight. */
const LOOK_EVERY_MS = 4_000;

export interface RunsFoundProps {
  readonly filters: RunFilters;
  readonly chosen: Signal<ChosenById>;
  /** Takes all filters away. */
  readonly onAll: () => void;
}

/** The runs that the filters let through, of which a person can choose many. */
export function RunsFound({ filters, chosen, onAll }: RunsFoundProps): JSX.Element {
  const key = keyOfFilters(filters);
  const list = useLoaded(runLists, key);
  const last = useRef(list.value);
  // The runs of the filters before stay until those of the new ones are read, so that nothing moves in between.
  if (list.value !== null || list.refusal !== null) last.current = list.value;
  const isMoving = list.value?.runs.some((run) => !hasEnded(run)) ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.hidden || void list.reload(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [key, isMoving]);
  const further = useAction(() => readFurther(filters));
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Shown loaded={{ ...list, value: last.current }} phase="Reading the runs">
      {({ runs, next }) => (
        <div class="stack" aria-busy={list.value === null || undefined}>
          {runs.length === 0 && next === null && !isFiltered && chosen.value.size === 0 ? <NoRuns /> : (
            <>
              <ChosenRuns
                runs={[...chosen.value.values()]}
                listKey={key}
                onNone={() => chosen.value = new Map()}
                onGone={(gone) => chosen.value = withoutGone(chosen.value, gone)}
              />
              {runs.length > 0
                ? (
                  <RunTable
                    caption={captionOf({ runs, next })}
                    runs={runs}
                    chosen={new Set(chosen.value.keys())}
                    onChoose={(ids) => chosen.value = chosenOf(ids, { before: chosen.value, shown: runs })}
                  />
                )
                : next === null
                ? <NoneFits onAll={onAll} />
                : <p class="muted">None of the newest runs fits.</p>}
            </>
          )}
          <p class="unseen" role="status">{list.value === null ? "" : captionOf(list.value)}</p>
          {further.refusal === null ? null : <Refused refusal={further.refusal} onRetry={() => void further.run()} />}
          {next === null ? null : (
            <div class="row">
              <Button isRunning={further.isRunning} onClick={() => void further.run()}>
                {runs.length === 0 ? "Look further back" : "Show earlier runs"}
              </Button>
            </div>
          )}
        </div>
      )}
    </Shown>
  );
}

function captionOf({ runs, next }: RunList): string {
  const count = `${runs.length} ${runs.length === 1 ? "run" : "runs"}`;
  return next === null ? count : `The newest ${count}`;
}

function NoRuns(): JSX.Element {
  return (
    <Empty
      title="No runs yet"
      action={
        <>
          <a class="button button-primary" href="/app/new">New run</a>
          <a class="button" href="/app/new?sample=1">Try a sample portfolio</a>
        </>
      }
    >
      <p>Every run that you submit stands here, with its result, until you delete it.</p>
    </Empty>
  );
}

function NoneFits({ onAll }: { readonly onAll: () => void }): JSX.Element {
  return (
    <Empty title="No run fits these filters" action={<Button onClick={onAll}>Show all runs</Button>}>
      <p>Take a filter away, or search for another part of a name.</p>
    </Empty>
  );
}
