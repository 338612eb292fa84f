import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { CheckField } from "../../../components/check_field.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { Term } from "../../../components/term.tsx";
import type { Catalogue } from "../catalogue.ts";
import { MetricFigure } from "../metric_figure.tsx";
import { metricText, type NamedMetric } from "../names.ts";
import type { ShownResult } from "../shown_result.ts";

interface MeasureRow {
  readonly id: string;
  readonly text: NamedMetric;
}

type Metrics = Readonly<Record<string, number | null>>;

/** All measures of the chosen method beside the benchmark and, where wanted, the other methods. */
export function MeasuresTab({ shown }: { readonly shown: ShownResult }): JSX.Element {
  const { result, method, catalogue } = shown;
  const hasOthers = useSignal(false);
  const rows = useMemo(() => rowsOf(method.metrics, catalogue), [method, catalogue]);
  const columns = useMemo(() => columnsOf(shown, hasOthers.value), [result, method, hasOthers.value]);
  if (rows.length === 0) return <p class="muted">This method has no weights, so it has no measures.</p>;
  return (
    <div class="stack">
      {result.methods.length < 2 ? null : <CheckField label="Show the other methods too" value={hasOthers} />}
      <Table caption="Measures" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </div>
  );
}

/** Returns a row for each metric of a method, in the order of the catalogue. */
function rowsOf(metrics: Metrics | null, catalogue: Catalogue | null): readonly MeasureRow[] {
  return Object.keys(metrics ?? {}).map((id) => ({ id, text: metricText(id, catalogue) }));
}

function columnsOf(
  { result, method }: ShownResult,
  hasOthers: boolean,
): readonly Column<MeasureRow, JSX.Element | string>[] {
  const others = hasOthers ? result.methods.filter(({ key, metrics }) => key !== method.key && metrics !== null) : [];
  const { benchmark } = result;
  return [
    { key: "measure", title: "Measure", value: ({ text }) => text.name, show: ({ text }) => <Name text={text} /> },
    { key: "unit", title: "Unit", value: ({ text }) => unitOf(text) },
    columnOf(method.key, method.metrics),
    ...benchmark === null ? [] : [columnOf(benchmark.id, benchmark.metrics, "benchmark")],
    ...others.map(({ key, metrics }) => columnOf(key, metrics)),
  ];
}

function columnOf(title: string, metrics: Metrics | null, kind = "method"): Column<MeasureRow, JSX.Element> {
  return {
    key: `${kind} ${title}`,
    title,
    isNumber: true,
    value: ({ id }) => metrics?.[id] ?? null,
    show: ({ id, text }) => <MetricFigure value={metrics?.[id] ?? null} text={text} />,
  };
}

function unitOf({ figure, isAnnual, isKnown }: NamedMetric): string {
  if (!isKnown) return "";
  return `${figure === "fraction" ? "percent" : "number"}${isAnnual ? ", a year" : ""}`;
}

function Name({ text: { name, meaning, formula } }: { readonly text: NamedMetric }): JSX.Element {
  if (meaning === null) return <>{name}</>;
  return (
    <span class="measure-name">
      <Term
        definition={
          <>
            {meaning}
            {formula === null ? null : <code class="formula">{formula}</code>}
          </>
        }
      >
        {name}
      </Term>
      <span class="muted small">{meaning}</span>
    </span>
  );
}
