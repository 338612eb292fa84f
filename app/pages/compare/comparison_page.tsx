import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useMemo } from "preact/hooks";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { PageHead } from "../../components/page_head.tsx";
import { Shown } from "../../components/shown.tsx";
import { useLoaded } from "../../loaded.ts";
import { usePageTitle } from "../../shell/page_title.ts";
import { GONE } from "../../studio/gone.ts";
import { IS_STUDIO } from "../../studio/is_studio.ts";
import { catalogue } from "../run/catalogue.ts";
import type { Comparison } from "../runs/compare_runs.ts";
import { AddRuns } from "./add_runs.tsx";
import { deleteComparison } from "./change_comparison.ts";
import { comparedColumns } from "./compared_column.ts";
import { ComparedCurves } from "./compared_curves.tsx";
import { ComparedMeasures } from "./compared_measures.tsx";
import { ComparedRuns } from "./compared_runs.tsx";
import { ComparedWeights } from "./compared_weights.tsx";
import { RenameComparison } from "./rename_comparison.tsx";
import { RequestChanges } from "./request_changes.tsx";
import { type ComparedRun, comparison, surface, surfaceKey } from "./surface.ts";

/** A saved comparison: its runs side by side. */
export function ComparisonPage({ id }: { readonly id: string }): JSX.Element {
  const loaded = useLoaded(comparison, id);
  usePageTitle(loaded.value?.name ?? null);
  if (loaded.refusal?.status === 404 || loaded.refusal?.status === 422) {
    return (
      <>
        <PageHead title="Comparison" />
        <Empty title="There is no such comparison" action={<a class="button" href="/app/compare">All comparisons</a>}>
          <p>{GONE} {IS_STUDIO ? "" : "Its runs are kept."}</p>
        </Empty>
      </>
    );
  }
  return (
    <>
      {loaded.value === null ? <PageHead title="Comparison" /> : null}
      <Shown loaded={loaded} phase="Reading the comparison">
        {(item) => (
          <>
            <ComparisonHead item={item} />
            <Side key={item.run_ids.join()} item={item} />
          </>
        )}
      </Shown>
    </>
  );
}

function ComparisonHead({ item }: { readonly item: Comparison }): JSX.Element {
  const asked = useSignal<"nothing" | "name" | "runs">("nothing");
  const { route } = useLocation();
  const close = (): void => {
    asked.value = "nothing";
  };
  const remove = async (): Promise<void> => {
    if (await deleteComparison(item)) route("/app/compare", true);
  };
  return (
    <>
      <PageHead
        title={<bdi>{item.name}</bdi>}
        lead={<a href="/app/compare">All comparisons</a>}
        actions={
          <>
            <Button onClick={() => asked.value = "runs"}>Add runs</Button>
            <Button onClick={() => asked.value = "name"}>Rename</Button>
            <Button kind="danger" onClick={() => void remove()}>Delete</Button>
          </>
        }
      />
      <RenameComparison item={asked.value === "name" ? item : null} onClose={close} />
      <AddRuns item={asked.value === "runs" ? item : null} onClose={close} />
    </>
  );
}

/** The runs of a comparison side by side: what differs in their requests, and what came of them. */
function Side({ item }: { readonly item: Comparison }): JSX.Element {
  const { comparison_id: id } = item;
  return (
    <Shown loaded={useLoaded(surface, surfaceKey(id, null))} phase="Reading the runs">
      {(runs) => <SideBySide item={item} runs={runs} />}
    </Shown>
  );
}

function SideBySide({ item, runs }: { readonly item: Comparison; readonly runs: readonly ComparedRun[] }): JSX.Element {
  const chosen = useSignal<Readonly<Record<string, string>>>({});
  const columns = useMemo(() => comparedColumns(runs, chosen.value), [runs, chosen.value]);
  const known = useLoaded(catalogue).value;
  return (
    <div class="stack comparison">
      <ComparedRuns
        item={item}
        columns={columns}
        known={known}
        onMethod={(run, key) => chosen.value = { ...chosen.value, [run]: key }}
      />
      <RequestChanges columns={columns} />
      <ComparedWeights columns={columns} id={item.comparison_id} />
      <ComparedMeasures columns={columns} known={known} />
      <ComparedCurves columns={columns} />
    </div>
  );
}
