import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect } from "preact/hooks";
import { PageHead } from "../components/page_head.tsx";
import { toast } from "../components/toasts.tsx";
import { jobRecord } from "./run/followed_job.ts";
import type { ChosenById } from "./runs/chosen_by_id.ts";
import { RunFiltersBar } from "./runs/run_filters_bar.tsx";
import { filtersOf, historyPath } from "./runs/run_filters.ts";
import { RunsFound } from "./runs/runs_found.tsx";

/** The history of runs: found by filters that stand in the address, and changed many at once. */
export default function Runs(): JSX.Element {
  const { query, route } = useLocation();
  const { with: wanted } = query;
  const chosen = useSignal<ChosenById>(new Map());
  useEffect(() => {
    if (wanted !== undefined) void choose(wanted, chosen);
  }, [wanted]);
  return (
    <>
      <PageHead
        title="Runs"
        actions={
          <>
            <a class="button" href="/app/compare">Comparisons</a>
            <a class="button button-primary" href="/app/new">New run</a>
          </>
        }
      />
      <div class="stack">
        <RunFiltersBar filters={filtersOf(query)} onFilter={(next) => route(historyPath(next), true)} />
        <RunsFound filters={filtersOf(query)} chosen={chosen} onAll={() => route("/app/runs", true)} />
      </div>
    </>
  );
}

/** Chooses the run of an address, to compare it with others. It may stand further down than the list was read. */
async function choose(id: string, chosen: { value: ChosenById }): Promise<void> {
  await jobRecord.load(id);
  const { value, refusal } = jobRecord.known(id).value;
  if (refusal !== null) toast(refusal.message);
  else if (value !== null) chosen.value = new Map([...chosen.value, [id, value]]);
}
