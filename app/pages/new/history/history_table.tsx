import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { Figure } from "../../../components/figure.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { count } from "../../../format/count.ts";
import { day } from "../../../format/day.ts";
import { DoubtsLine } from "../check/doubts_line.tsx";
import type { Doubt } from "../check/preflight.ts";
import { requestAt, useComposer } from "../composer.ts";
import { READ_AS, type ReadHistory, type SeriesFacts } from "./reading.ts";

const COLUMNS: readonly Column<SeriesFacts, JSX.Element | string | null>[] = [
  { key: "name", title: "Asset", value: ({ name }) => name, show: ({ name }) => <bdi>{name}</bdi> },
  { key: "first", title: "From", value: ({ first }) => first, show: ({ first }) => <Day of={first} /> },
  { key: "last", title: "To", value: ({ last }) => last, show: ({ last }) => <Day of={last} /> },
  { key: "missing", title: "Missing days", isNumber: true, value: ({ missing }) => missing },
  { key: "gaps", title: "Of them within", isNumber: true, value: ({ gaps }) => gaps },
  {
    key: "move",
    title: "Largest move",
    isNumber: true,
    value: ({ largestMove }) => largestMove?.size ?? null,
    order: ({ largestMove }) => largestMove === null ? null : Math.abs(largestMove.size),
    show: ({ largestMove }) => <Figure value={largestMove?.size ?? null} as="percent" signed />,
  },
  {
    key: "value",
    title: "Last value",
    isNumber: true,
    value: ({ lastValue }) => lastValue,
    show: ({ lastValue }) => <Figure value={lastValue} as="ratio" />,
  },
];

/** A day that keeps to one line; a dash for none. */
function Day({ of }: { readonly of: string }): JSX.Element {
  return <span class="figure">{of === "" ? "–" : day(of)}</span>;
}

export interface HistoryTableProps {
  readonly history: ReadHistory;
  readonly onRemove: () => void;
}

/** The history of a file as a table of its assets, with what a run would find in it. */
export function HistoryTable({ history, onRemove }: HistoryTableProps): JSX.Element {
  const { name, kind, days, firstDay, lastDay, series, doubts, rows } = history;
  const columns = kind === "prices" ? COLUMNS : COLUMNS.filter(({ key }) => key !== "move");
  const frequency = requestAt(useComposer(), ["frequency"]) ?? READ_AS;
  // The file was read before somebody said what its dates are: what holds for another frequency is not told.
  const isOfFrequency = ({ evidence }: Doubt): boolean => (evidence.frequency ?? frequency) === frequency;
  return (
    <div class="chosen-assets">
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>: {count(days)} {days === 1 ? "day" : "days"} of {count(series.length)}{" "}
        {series.length === 1 ? "asset" : "assets"}, from {day(firstDay)} to {day(lastDay)}.
      </p>
      <DoubtsLine doubts={doubts.filter(isOfFrequency)} what="this file" />
      <Table
        caption={`${series.length} ${series.length === 1 ? "asset" : "assets"}`}
        columns={columns}
        rows={series}
        keyOf={({ name }) => name}
      />
      <details class="fold">
        <summary>
          <span>First rows of the table</span>
        </summary>
        <div class="table-scroll" tabIndex={0} role="group" aria-label="First rows">
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {rows[0]?.values.map((_, at) => (
                  <th key={at} scope="col" class="number">
                    <bdi>{series[at]?.name}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.day}>
                  <th scope="row">{row.day}</th>
                  {row.values.map((value, at) => <td key={at} class="number">{value ?? "–"}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <div class="row">
        <Button kind="quiet" onClick={onRemove}>Remove the file</Button>
      </div>
    </div>
  );
}
