import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId, useMemo } from "preact/hooks";
import { Figure } from "../../components/figure.tsx";
import { FirstRows } from "../../components/first_rows.tsx";
import { Shown } from "../../components/shown.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { told } from "../../format/told.ts";
import { useLoaded } from "../../loaded.ts";
import { savedLists } from "../lists/saved_lists.ts";
import { type ComparedColumn, comparedColumns } from "./compared_column.ts";
import type { ComparedMethod } from "./surface.ts";
import { surface, surfaceKey } from "./surface.ts";

/** Assets or groups that are shown before all are wanted. */
const SHOWN_FIRST = 20;

interface WeightRow {
  readonly name: string;
  /** Weight in each run, as a fraction; null where the run has none. */
  readonly weights: readonly (number | null)[];
  readonly largest: number;
}

export interface ComparedWeightsProps {
  readonly columns: readonly ComparedColumn[];
  /** Id of the comparison. */
  readonly id: string;
}

/** The weights of the compared methods side by side, by assets or by the groups of a saved list. */
export function ComparedWeights({ columns, id }: ComparedWeightsProps): JSX.Element | null {
  const lists = useLoaded(savedLists).value ?? [];
  const chosen = useSignal("");
  const field = useId();
  if (columns.every(({ method }) => (method?.weights ?? null) === null)) return null;
  return (
    <section class="stack" aria-labelledby="weights-title">
      <header class="card-head">
        <h2 id="weights-title">Weights</h2>
        {lists.length === 0 ? null : (
          <div class="row">
            <label for={field}>Sum by</label>
            <select
              id={field}
              class="control"
              value={chosen.value}
              onChange={({ currentTarget }) => chosen.value = currentTarget.value}
            >
              <option value="">Assets</option>
              {lists.map(({ map_id, name }) => <option key={map_id} value={map_id}>Groups of {told(name)}</option>)}
            </select>
          </div>
        )}
      </header>
      {chosen.value === ""
        ? <WeightsTable caption="Weights of the runs" columns={columns} weightsOf={(method) => method.weights} />
        : <GroupWeights key={chosen.value} columns={columns} id={id} list={chosen.value} />}
    </section>
  );
}

/** The sums of the weights by the groups of a saved list, which the service adds up. */
function GroupWeights(
  { columns, id, list }: ComparedWeightsProps & { readonly list: string },
): JSX.Element {
  const chosen = Object.fromEntries(columns.map(({ run, method }) => [run.run_id, method?.key ?? ""]));
  return (
    <Shown loaded={useLoaded(surface, surfaceKey(id, list))} phase="Adding up the groups">
      {(runs) => (
        <WeightsTable
          caption="Weights of the groups"
          columns={comparedColumns(runs, chosen)}
          weightsOf={(method) => method.group_weights}
        />
      )}
    </Shown>
  );
}

interface WeightsTableProps {
  readonly caption: string;
  readonly columns: readonly ComparedColumn[];
  readonly weightsOf: (method: ComparedMethod) => Readonly<Record<string, number>> | null;
}

function WeightsTable({ caption, columns, weightsOf }: WeightsTableProps): JSX.Element {
  const rows = useMemo(() => weightRows(columns, weightsOf), [columns]);
  const shown: readonly Column<WeightRow, JSX.Element>[] = [
    { key: "name", title: "Asset", value: ({ name }) => name, show: ({ name }) => <bdi>{name}</bdi> },
    ...columns.map(({ run, title }, index): Column<WeightRow, JSX.Element> => ({
      key: run.run_id,
      title,
      isNumber: true,
      value: ({ weights }) => weights[index] ?? null,
      show: ({ weights }) => <Figure value={weights[index] ?? null} as="percent" />,
    })),
  ];
  return (
    <FirstRows rows={rows} first={SHOWN_FIRST} of="rows">
      {(first) => <Table caption={caption} isCaptionHidden columns={shown} rows={first} keyOf={({ name }) => name} />}
    </FirstRows>
  );
}

/** Returns a row for each asset or group that a run holds, those with the largest weights first. */
function weightRows(
  columns: readonly ComparedColumn[],
  weightsOf: WeightsTableProps["weightsOf"],
): readonly WeightRow[] {
  const all = columns.map(({ method }) => method === null ? null : weightsOf(method));
  const names = new Set(all.flatMap((weights) => Object.keys(weights ?? {})));
  return Array.from(names, (name): WeightRow => {
    const weights = all.map((one) => one === null ? null : one[name] ?? null);
    return { name, weights, largest: Math.max(...weights.map((weight) => Math.abs(weight ?? 0))) };
  }).filter(({ largest }) => largest > 0).sort((one, other) => other.largest - one.largest);
}
