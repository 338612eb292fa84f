import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId, useMemo } from "preact/hooks";
import { Figure } from "../../components/figure.tsx";
import { type Column, Table } from "../../components/table.tsx";
import type { ShownResult } from "./shown_result.ts";
import { type WeightRow, weightRows } from "./weight_rows.ts";

/** The weights of the chosen method as a table, largest first, beside what is held now. */
export function Weights({ shown: { method, held, result } }: { readonly shown: ShownResult }): JSX.Element {
  const search = useSignal("");
  const id = useId();
  const rows = useMemo(() => weightRows(method, { held, assets: result.estimates.covariance.assets }), [
    method,
    held,
    result,
  ]);
  const wanted = search.value.trim().toLowerCase();
  const found = wanted === "" ? rows : rows.filter(({ asset }) => asset.toLowerCase().includes(wanted));
  return (
    <div class="weights">
      <div class="weights-search">
        <label class="unseen" for={id}>Filter the assets</label>
        <input
          id={id}
          type="search"
          placeholder="Filter the assets"
          value={search.value}
          onInput={({ currentTarget }) => search.value = currentTarget.value}
        />
      </div>
      <Table
        caption={`Weights, ${rows.filter(({ weight }) => weight !== 0).length} of ${rows.length} assets held`}
        columns={held === null ? COLUMNS.filter(({ key }) => key !== "held" && key !== "change") : COLUMNS}
        rows={found}
        keyOf={({ asset }) => asset}
        order={{ key: "weight", direction: "descending" }}
      />
    </div>
  );
}

const COLUMNS: readonly Column<WeightRow, JSX.Element>[] = [
  { key: "asset", title: "Asset", value: ({ asset }) => asset, show: ({ asset }) => <bdi>{asset}</bdi> },
  {
    key: "weight",
    title: "Weight",
    isNumber: true,
    value: ({ weight }) => weight,
    show: ({ weight }) => <Figure value={weight} as="percent" />,
  },
  {
    key: "held",
    title: "Held now",
    isNumber: true,
    value: ({ held }) => held,
    show: ({ held }) => <Figure value={held} as="percent" />,
  },
  {
    key: "change",
    title: "Change",
    isNumber: true,
    value: ({ weight, held }) => weight - held,
    show: ({ weight, held }) => <Figure value={weight - held} as="percent" signed />,
  },
  {
    key: "risk",
    title: "Share of the risk",
    isNumber: true,
    value: ({ risk }) => risk,
    show: ({ risk }) => <Figure value={risk} as="percent" />,
  },
];
