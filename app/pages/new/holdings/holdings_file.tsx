import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useAction } from "../../../action.ts";
import { answered, api } from "../../../api.ts";
import type { components } from "../../../../clients/typescript/mod.ts";
import { Button } from "../../../components/button.tsx";
import { DropZone } from "../../../components/drop_zone.tsx";
import { Figure } from "../../../components/figure.tsx";
import { Refused } from "../../../components/refused.tsx";
import { Table } from "../../../components/table.tsx";
import { Waiting } from "../../../components/waiting.tsx";
import { counted } from "../../../format/counted.ts";
import { base64Of } from "./base64_of.ts";

type Imported = components["schemas"]["ImportedHoldings"];
type Portfolio = Imported["stocks"] | Imported["funds"];
type Position = Imported["stocks"]["positions"][number];

/** What one position of each kind is. */
const ONE = { stocks: "stock", funds: "fund" } as const;

export interface HoldingsFileProps {
  /** Takes holdings into the run: its assets, and what is held of each. */
  readonly onTake: (kind: "stocks" | "funds", portfolio: Portfolio) => void;
  /** Opens the place where a list is pasted. */
  readonly onPaste: () => void;
}

/** A statement of a brokerage: shown as it was read, with its totals and what is at fault, before it is taken. */
export function HoldingsFile({ onTake, onPaste }: HoldingsFileProps): JSX.Element {
  const found = useSignal<Imported | null>(null);
  const name = useSignal("");
  // A file that is chosen while another one is read takes its place.
  const next = useRef<File | null>(null);
  const read = useAction(async (file: File) => {
    found.value = null;
    name.value = file.name;
    const content_base64 = await base64Of(file);
    const imported = await answered(api.POST("/holdings/import", { body: { content_base64 } }));
    if (next.current === null) found.value = imported;
  });
  const take = async (file: File): Promise<void> => {
    next.current = file;
    if (read.isRunning) return;
    while (next.current !== null) {
      const one = next.current;
      next.current = null;
      await read.run(one);
    }
  };
  return (
    <div class="asset-paste">
      <DropZone
        label="Choose a holdings file"
        accept=".xlsx,.csv,text/csv"
        onFile={(file) => void take(file)}
      >
        The holdings statement of your brokerage as .xlsx or CSV. It is read by the service and not kept.
      </DropZone>
      <p class="hint">
        An own list or table instead? <Button kind="quiet" onClick={onPaste}>Paste its names and amounts</Button>
      </p>
      {read.isRunning ? <Waiting phase={`Reading ${name.value}`} /> : null}
      {read.refusal === null ? null : <Refused refusal={read.refusal} />}
      {found.value === null ? null : <Preview imported={found.value} name={name.value} onTake={onTake} />}
    </div>
  );
}

interface PreviewProps extends Pick<HoldingsFileProps, "onTake"> {
  readonly imported: Imported;
  readonly name: string;
}

function Preview({ imported, name, onTake }: PreviewProps): JSX.Element {
  const { stocks, funds, unresolved, brokerage } = imported;
  const parts = ([["stocks", stocks], ["funds", funds]] as const).filter(([, { positions }]) => positions.length > 0);
  return (
    <div class="stack">
      <p>
        <bdi>{name}</bdi> of {brokerage}: {parts.length === 0
          ? "nothing in it could be taken."
          : parts.map(([kind, { positions, market_value }]) => (
            <span key={kind}>
              {counted(positions.length, ONE[kind])} worth <Figure value={market_value} as="money" />.{" "}
            </span>
          ))}
        {unresolved.length === 0
          ? "Every row was taken."
          : `${counted(unresolved.length, "row")} ${unresolved.length === 1 ? "was" : "were"} not taken.`}
      </p>
      {unresolved.length === 0 ? null : (
        <Table
          caption={`${counted(unresolved.length, "row")} in no portfolio`}
          columns={[
            {
              key: "row",
              title: "Row",
              isNumber: true,
              value: ({ row }) => row,
            },
            { key: "name", title: "Name", value: (one) => one.name, show: (one) => <bdi>{one.name}</bdi> },
            { key: "isin", title: "ISIN", value: ({ isin }) => isin },
            {
              key: "reason",
              title: "Why",
              value: ({ reason }) => reason,
              show: ({ reason }) => <span class="fault">{reason}</span>,
            },
          ]}
          rows={unresolved}
          keyOf={({ row, name, reason }) => `${row} ${name} ${reason}`}
        />
      )}
      {parts.map(([kind, portfolio]) => (
        <div key={kind} class="stack">
          <Table<Position>
            caption={counted(portfolio.positions.length, ONE[kind])}
            columns={[
              {
                key: "asset",
                title: "Asset",
                value: ({ asset }) => asset,
              },
              { key: "name", title: "Name", value: (one) => one.name, show: (one) => <bdi>{one.name}</bdi> },
              { key: "quantity", title: "Quantity", isNumber: true, value: ({ quantity }) => quantity },
              {
                key: "price",
                title: "Price",
                isNumber: true,
                value: ({ price }) => price,
                show: ({ price }) => <Figure value={price} as="money" />,
              },
              {
                key: "value",
                title: "Value",
                isNumber: true,
                value: ({ market_value }) => market_value,
                show: ({ market_value }) => <Figure value={market_value} as="money" />,
              },
              {
                key: "weight",
                title: "Weight",
                isNumber: true,
                value: ({ weight }) => weight,
                show: ({ weight }) => <Figure value={weight} as="percent" />,
              },
            ]}
            rows={portfolio.positions}
            keyOf={({ asset }) => asset}
          />
          <Button kind="primary" onClick={() => onTake(kind, portfolio)}>
            {portfolio.positions.length === 1
              ? `Start from this ${ONE[kind]}`
              : `Start from these ${counted(portfolio.positions.length, ONE[kind])}`}
          </Button>
        </div>
      ))}
    </div>
  );
}
