import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { CheckField } from "../../components/check_field.tsx";
import { FirstRows } from "../../components/first_rows.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Term } from "../../components/term.tsx";
import type { Catalogue } from "../run/catalogue.ts";
import { MetricFigure } from "../run/metric_figure.tsx";
import { metricText, type NamedMetric } from "../run/names.ts";
import type { ComparedColumn } from "./compared_column.ts";

/** Measures that are shown before all are wanted. */
const SHOWN_FIRST = 12;

interface MeasureRow {
  readonly id: string;
  readonly text: NamedMetric;
}

export interface ComparedMeasuresProps {
  readonly columns: readonly ComparedColumn[];
  /** Names of measures; null while they are read. */
  readonly known: Catalogue | null;
}

/** The measures of the compared methods side by side, or how far they are from those of the first run. */
export function ComparedMeasures({ columns, known }: ComparedMeasuresProps): JSX.Element | null {
  const isDifference = useSignal(false);
  const rows = useMemo(() => measureRows(columns, known), [columns, known]);
  const shown = useMemo(() => tableColumns(columns, isDifference.value), [columns, isDifference.value]);
  if (rows.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="measures-title">
      <h2 id="measures-title">Measures</h2>
      <CheckField label="Show how far the others are from the first run" value={isDifference} />
      <FirstRows rows={rows} first={SHOWN_FIRST} of="measures">
        {(first) => (
          <Table
            caption="Measures of the runs"
            isCaptionHidden
            columns={shown}
            rows={first}
            keyOf={({ id }) => id}
          />
        )}
      </FirstRows>
    </section>
  );
}

/** Returns a row for each measure that a method has a value of, in the order of the catalogue. */
function measureRows(columns: readonly ComparedColumn[], known: Catalogue | null): readonly MeasureRow[] {
  const values = columns.flatMap(({ method }) => Object.entries(method?.metrics ?? {}));
  const ids = new Set(values.flatMap(([id, value]) => value === null ? [] : [id]));
  const order = known?.metrics.map(({ id }) => id).filter((id) => ids.has(id)) ?? [];
  return [...new Set([...order, ...ids])].map((id) => ({ id, text: metricText(id, known) }));
}

function tableColumns(
  columns: readonly ComparedColumn[],
  isDifference: boolean,
): readonly Column<MeasureRow, JSX.Element>[] {
  const valueOf = (column: ComparedColumn | undefined, id: string): number | null =>
    column?.method?.metrics?.[id] ?? null;
  const [first] = columns;
  return [
    {
      key: "measure",
      title: "Measure",
      value: ({ text }) => text.name,
      show: ({ text }) => text.meaning === null ? <>{text.name}</> : <Term definition={text.meaning}>{text.name}</Term>,
    },
    ...columns.map((column): Column<MeasureRow, JSX.Element> => {
      const shown = (id: string): number | null => {
        const value = valueOf(column, id), base = valueOf(first, id);
        if (!isDifference || column === first) return value;
        return value === null || base === null ? null : value - base;
      };
      return {
        key: column.run.run_id,
        title: column.title,
        isNumber: true,
        value: ({ id }) => shown(id),
        show: ({ id, text }) => (
          <>
            {isDifference && column !== first && (shown(id) ?? 0) > 0 ? "+" : ""}
            <MetricFigure value={shown(id)} text={text} />
          </>
        ),
      };
    }),
  ];
}
