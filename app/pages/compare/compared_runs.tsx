import type { JSX } from "preact";
import { useAction } from "../../action.ts";
import { Refused } from "../../components/refused.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import type { Catalogue } from "../run/catalogue.ts";
import { methodText } from "../run/names.ts";
import { changedRunPath } from "../run/run_menu.tsx";
import type { Comparison } from "../runs/compare_runs.ts";
import { changeComparison } from "./change_comparison.ts";
import type { ComparedColumn } from "./compared_column.ts";
import type { ComparedMethod } from "./surface.ts";

/** Runs without which there is nothing to compare. */
const FEWEST = 2;

export interface ComparedRunsProps {
  readonly item: Comparison;
  readonly columns: readonly ComparedColumn[];
  /** Names of methods; null while they are read. */
  readonly known: Catalogue | null;
  /** Chooses the method of a run, by its key. */
  readonly onMethod: (run: string, key: string) => void;
}

/** The runs of a comparison, with the method of each that is compared. */
export function ComparedRuns({ item, columns, known, onMethod }: ComparedRunsProps): JSX.Element {
  const taking = useAction(async (id: string) => {
    const before = item.run_ids;
    await changeComparison(item, { run_ids: before.filter((one) => one !== id) });
    const undo = (): void => void changeComparison(item, { run_ids: before }).catch(toastRefusal);
    toast("Took the run out of the comparison", undo);
  });
  const shown: Column<ComparedColumn, JSX.Element | string>[] = [
    {
      key: "run",
      title: "Run",
      value: ({ title }) => title,
      show: ({ run, title }) =>
        run.deleted ? <>{title}</> : (
          <a href={`/app/runs/${run.run_id}`}>
            <bdi>{title}</bdi>
          </a>
        ),
    },
    {
      key: "method",
      title: "Compared method",
      value: ({ method }) => method?.key ?? null,
      show: ({ run, title, method }) =>
        method === null ? "–" : (
          <select
            class="control"
            aria-label={`Method of ${title}`}
            value={method.key}
            onChange={({ currentTarget }) => onMethod(run.run_id, currentTarget.value)}
          >
            {run.methods.map((one) => <option key={one.key} value={one.key}>{methodName(one, known)}</option>)}
          </select>
        ),
    },
    {
      key: "doubts",
      title: "Doubts",
      isNumber: true,
      value: ({ run }) => run.doubts.length,
      show: ({ run }) =>
        run.doubts.length === 0
          ? "none"
          : (
            <a href={`/app/runs/${run.run_id}?tab=data`} title={run.doubts.map(({ detail }) => detail).join("\n")}>
              {String(run.doubts.length)}
            </a>
          ),
    },
    {
      key: "buttons",
      title: "Actions",
      show: ({ run, title }) => (
        <span class="row">
          {run.deleted ? null : <a href={changedRunPath(run.run_id)} aria-label={`Vary ${title}`}>Vary</a>}
          {columns.length <= FEWEST ? null : (
            <button
              type="button"
              class="icon"
              aria-label={`Take ${title} out of the comparison`}
              onClick={() => void taking.run(run.run_id)}
            >
              ×
            </button>
          )}
        </span>
      ),
    },
  ];
  return (
    <section aria-label="Compared runs">
      {taking.refusal === null ? null : <Refused refusal={taking.refusal} />}
      <Table caption={`${columns.length} runs`} columns={shown} rows={columns} keyOf={({ run }) => run.run_id} />
    </section>
  );
}

function methodName({ key, method, weights }: ComparedMethod, known: Catalogue | null): string {
  const { name } = methodText(method, known);
  return `${key === method ? name : `${name} (${key})`}${weights === null ? " (no weights)" : ""}`;
}
