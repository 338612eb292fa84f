import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId, useMemo } from "preact/hooks";
import { WeightsBars } from "../../charts/weights_bars.tsx";
import { Button } from "../../components/button.tsx";
import { Figure } from "../../components/figure.tsx";
import { type Column, Table } from "../../components/table.tsx";
import type { ShownResult } from "./shown_result.ts";
import { type WeightRow, weightRows } from "./weight_rows.ts";

/** The weights of the chosen method beside what is held now: as bars, or as a table that can be filtered. */
export function Weights({ shown }: { readonly shown: ShownResult }): JSX.Element {
  const { method, held, result } = shown;
  const isTable = useSignal(false);
  // The chart gives a method the colour of its place, so that the others stay in the list, without their weights.
  const methods = useMemo(
    () => result.methods.map(({ key, weights }) => ({ key, weights: key === method.key ? weights : null })),
    [result, method],
  );
  return (
    <div class="weights">
      <div class="weights-views">
        <Button kind="quiet" onClick={() => isTable.value = !isTable.value}>
          {isTable.value ? "Show as bars" : "Filter the assets in a table"}
        </Button>
        {held === null && method.allocation === null
          ? null
          : <Button kind="quiet" onClick={() => shown.onTab("orders")}>What to buy and sell</Button>}
      </div>
      {isTable.value ? <WeightsTable shown={shown} /> : <WeightsBars key={method.key} methods={methods} held={held} />}
    </div>
  );
}

function WeightsTable({ shown: { method, held, result } }: { readonly shown: ShownResult }): JSX.Element {
  const search = useSignal("");
  const id = useId();
  const { assets } = result.estimates.covariance;
  const rows = useMemo(() => weightRows(method, { held, assets }), [method, held, assets]);
  const wanted = search.value.trim().toLowerCase();
  const found = wanted === "" ? rows : rows.filter(({ asset }) => asset.toLowerCase().includes(wanted));
  return (
    <>
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
    </>
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
