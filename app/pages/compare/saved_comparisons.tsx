import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { PageHead } from "../../components/page_head.tsx";
import { Refused } from "../../components/refused.tsx";
import { Shown } from "../../components/shown.tsx";
import { Table } from "../../components/table.tsx";
import { moment } from "../../format/moment.ts";
import { useLoaded } from "../../loaded.ts";
import { type Comparison, comparisonOf, comparisonPath, comparisons } from "../runs/compare_runs.ts";
import { readRuns } from "../runs/run_list.ts";
import { deleteComparison } from "./change_comparison.ts";
import { RenameComparison } from "./rename_comparison.tsx";

/** Newest runs that are compared by one click. */
const NEWEST = 4;

/** All saved comparisons, and the way to a new one. */
export function SavedComparisons(): JSX.Element {
  const { route } = useLocation();
  const renaming = useSignal<Comparison | null>(null);
  const hasTooFew = useSignal(false);
  const compareNewest = useAction(async () => {
    const { signal } = new AbortController();
    const { runs } = await readRuns({ status: "succeeded" }, { limit: NEWEST, least: 2, signal });
    hasTooFew.value = runs.length < 2;
    if (!hasTooFew.value) route(comparisonPath(await comparisonOf(runs.toReversed())));
  });
  const newest = (
    <Button kind="primary" isRunning={compareNewest.isRunning} onClick={() => void compareNewest.run()}>
      Compare the newest {NEWEST} runs
    </Button>
  );
  return (
    <>
      <PageHead
        title="Comparisons"
        lead="Runs side by side: their weights, measures and histories, and what differs between their requests."
        actions={
          <>
            {newest}
            <a class="button" href="/app/runs?status=succeeded">Choose runs</a>
          </>
        }
      />
      <div role="status">
        {hasTooFew.value
          ? (
            <p class="notice notice-care">
              There are no two runs that have succeeded yet, so there is nothing to compare.
            </p>
          )
          : null}
      </div>
      {compareNewest.refusal === null ? null : <Refused refusal={compareNewest.refusal} />}
      <Shown loaded={useLoaded(comparisons)} phase="Reading the comparisons">
        {(items) =>
          items.length === 0
            ? (
              <Empty
                title="No comparisons yet"
                action={<a class="button" href="/app/runs?status=succeeded">Choose runs</a>}
              >
                <p>Tick two or more runs in the history and press Compare. The comparison is kept here.</p>
              </Empty>
            )
            : <ComparisonTable items={items} onRename={(item) => renaming.value = item} />}
      </Shown>
      <RenameComparison item={renaming.value} onClose={() => renaming.value = null} />
    </>
  );
}

function ComparisonTable(
  { items, onRename }: { readonly items: readonly Comparison[]; readonly onRename: (item: Comparison) => void },
): JSX.Element {
  return (
    <Table
      caption={`${items.length} ${items.length === 1 ? "comparison" : "comparisons"}`}
      rows={items}
      keyOf={({ comparison_id }) => comparison_id}
      columns={[
        {
          key: "name",
          title: "Comparison",
          value: ({ name }) => name,
          show: (item) => (
            <a href={comparisonPath(item)}>
              <bdi>{item.name}</bdi>
            </a>
          ),
        },
        { key: "runs", title: "Runs", isNumber: true, value: ({ run_ids }) => run_ids.length },
        {
          key: "updated",
          title: "Changed",
          value: ({ updated_at }) => updated_at,
          show: ({ updated_at }) => moment(updated_at),
        },
        {
          key: "buttons",
          title: "Actions",
          show: (item) => (
            <span class="row">
              <Button kind="quiet" label={`Rename ${item.name}`} onClick={() => onRename(item)}>Rename</Button>
              <Button kind="quiet" label={`Delete ${item.name}`} onClick={() => void deleteComparison(item)}>
                Delete
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}
